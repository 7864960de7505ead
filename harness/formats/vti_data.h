// The bytes of a DataArray in one of VTK's encodings, as vti.cpp's reference describes them.
#pragma once
#include <cstdint>
#include <optional>
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

}  // namespace ladder
