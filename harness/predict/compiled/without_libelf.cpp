// without: libelf
#include "harness/base/libraries.h"
#include "harness/predict/compiled/cubin.h"

namespace ladder {

std::map<std::string, std::uint64_t> section_sizes(std::string) {
  throw lacks_library("libelf", "the code of a compiled kernel");
}
std::map<std::string, std::string> section_bytes(std::string) {
  throw lacks_library("libelf", "the code of a compiled kernel");
}

}  // namespace ladder
