#include "harness/base/hash.h"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/parallel.h"

namespace ladder {

std::uint64_t fnv1a(const void *bytes, std::size_t count, std::uint64_t seed) {
  const auto *byte = static_cast<const unsigned char *>(bytes);
  for (std::size_t i = 0; i < count; ++i) seed = (seed ^ byte[i]) * 0x100000001b3ULL;
  return seed;
}

namespace {

// Eight bytes at a time. The shift takes what the product carried up down again: without it two
// changes of a highest bit would cancel.
std::uint64_t hash_of_words(const unsigned char *bytes, std::size_t count) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes + i, 8);
    h = (h ^ word) * 0x9e3779b97f4a7c15ULL;
    h ^= h >> 32;
  }
  return fnv1a(bytes + i, count - i, h);
}

}  // namespace

std::uint64_t hash_on_all_cores(const void *bytes, std::size_t count) {
  constexpr std::size_t part = std::size_t{1} << 24;
  const auto *const from = static_cast<const unsigned char *>(bytes);
  std::vector<std::uint64_t> hashes((count + part - 1) / part);
  each_chunk(
      count,
      [&](std::size_t k, std::size_t first, std::size_t end) {
        hashes[k] = hash_of_words(from + first, end - first);
      },
      part);
  return fnv1a(hashes.data(), hashes.size() * sizeof(hashes[0]), fnv1a(&count, sizeof count));
}

std::string hex16(std::uint64_t value) { return fmt::format("{:016x}", value); }

std::string hash_of_file(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be read", path));
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  return hash_of_all(bytes);
}

}  // namespace ladder
