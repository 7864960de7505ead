#include "harness/formats/ending.h"
#include "harness/formats/hdf5.h"

namespace ladder {

Hdf5Path split_hdf5(const std::string &path) {
  for (auto colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1)) {
    const std::string file = path.substr(0, colon), ending = ending_of(file);
    if (ending == ".h5" || ending == ".hdf5") return {file, path.substr(colon + 1)};
  }
  return {path, ""};
}

}  // namespace ladder
