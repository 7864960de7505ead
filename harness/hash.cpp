#include "harness/hash.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "harness/error.h"

namespace ladder {

std::uint64_t fnv1a(const void *bytes, std::size_t count, std::uint64_t seed) {
  const auto *byte = static_cast<const unsigned char *>(bytes);
  for (std::size_t i = 0; i < count; ++i) seed = (seed ^ byte[i]) * 0x100000001b3ULL;
  return seed;
}

std::string hex16(std::uint64_t value) { return fmt::format("{:016x}", value); }

std::string hash_of_file(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be read", path));
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  return hex16(fnv1a(bytes.data(), bytes.size()));
}

}  // namespace ladder
