#include "harness/machine/environment/program.h"

#include "harness/base/hash.h"
#include "harness/base/read_file.h"

namespace ladder {

const std::string &hash_of_program() {
  static const std::string hash = [] {
    const std::string program = read_file("/proc/self/exe");  // with all CUDA stages 75 MB
    return hex16(hash_on_all_cores(program.data(), program.size()));
  }();
  return hash;
}

}  // namespace ladder
