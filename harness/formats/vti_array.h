// Which array of a .vti file is read.
#pragma once
#include <pugixml.hpp>
#include <string>

namespace ladder {

struct VtiArray {
  pugi::xml_node array;
  bool of_cells = false;  // else of points
  std::string note;       // where the file has several
};

// The one that is `wanted`; else the active scalar, or the only one. Throws FileError.
VtiArray find_vti_array(const pugi::xml_node &piece, const std::string &path,
                        const std::string &wanted);

}  // namespace ladder
