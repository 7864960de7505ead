#include "harness/environment/program.h"

#include "harness/base/hash.h"

namespace ladder {

const std::string &hash_of_program() {
  static const std::string hash = hash_of_file("/proc/self/exe");
  return hash;
}

}  // namespace ladder
