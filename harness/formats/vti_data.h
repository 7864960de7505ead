// The bytes of a DataArray in one of VTK's encodings, as vti.cpp's reference describes them.
#pragma once
#include <cstdint>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace ladder {

struct VtiEncoding {
  std::string path;          // for the messages
  bool big = false;          // byte order of numbers and of the counts before them
  bool wide_counts = false;  // UInt64 counts, not UInt32
  bool zlib = false;
  bool base64 = false;  // not raw
};

// The characters of base64, and after them the bytes; padding may be between two encoded parts,
// since some writers encode counts and data apart. Nothing where another character is met.
std::optional<std::string> from_base64(std::string_view text);

// `data` begins with the counts. Throws FileError unless exactly `expected` bytes come out.
std::string decode(const VtiEncoding &, std::string_view data, std::uint64_t expected);

// Which array of a .vti file is read.

struct VtiArray {
  pugi::xml_node array;
  bool of_cells = false;  // else of points
  std::string note;       // where the file has several
};

// The one that is `wanted`; else the active scalar, or the only one. Throws FileError.
VtiArray find_vti_array(const pugi::xml_node &piece, const std::string &path,
                        const std::string &wanted);

}  // namespace ladder
