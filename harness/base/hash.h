// FNV-1a, 64 bits: distinguishes inputs, protects against nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace ladder {

std::uint64_t fnv1a(const void *bytes, std::size_t count,
                    std::uint64_t seed = 0xcbf29ce484222325ULL);
// Of many bytes, by all cores: another hash than fnv1a, the same on any number of cores.
std::uint64_t hash_on_all_cores(const void *bytes, std::size_t count);
std::string hex16(std::uint64_t);
// FNV-1a of arrays and texts, one after the other, as 16 digits.
template <typename... Arrays>
std::string hash_of_all(const Arrays &...arrays) {
  std::uint64_t hash = fnv1a(nullptr, 0);
  ((hash = fnv1a(std::data(arrays), std::size(arrays) * sizeof(*std::data(arrays)), hash)), ...);
  return hex16(hash);
}
std::string hash_of_file(const std::string &path);  // 16 digits; throws FileError

}  // namespace ladder
