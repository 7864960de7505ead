#include "harness/formats/ending.h"

namespace ladder {

ArrayPath split_array(const std::string &path) {
  for (auto colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1)) {
    const std::string file = path.substr(0, colon), ending = ending_of(file);
    if (ending == ".h5" || ending == ".hdf5" || ending == ".vti")
      return {file, path.substr(colon + 1)};
  }
  return {path, ""};
}

}  // namespace ladder
