// without: pugixml zlib
#include <fmt/format.h>

#include "harness/base/libraries.h"
#include "harness/formats/grid.h"

namespace ladder {

Grid read_vti(const std::string &path) {
  throw lacks_library(has_library("pugixml") ? "zlib" : "pugixml", fmt::format("'{}'", path));
}

}  // namespace ladder
