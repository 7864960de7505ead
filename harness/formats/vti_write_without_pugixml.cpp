// without: pugixml
#include "harness/base/libraries.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/formats/series.h"

namespace ladder {

std::string vti_bytes(const Grid &) { throw lacks_library("pugixml", "a .vti file"); }
void write_pvd(const std::string &path, const std::vector<Snapshot> &, bool) {
  throw lacks_library_for(path);
}

}  // namespace ladder
