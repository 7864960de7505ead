// Numbers out of bytes of either order, and into them.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

namespace ladder {

template <typename T>
T number_from(const char *bytes, bool big_endian) {
  char copy[sizeof(T)];
  std::memcpy(copy, bytes, sizeof(T));
  if (big_endian != (std::endian::native == std::endian::big)) std::reverse(copy, copy + sizeof(T));
  T value;
  std::memcpy(&value, copy, sizeof(T));
  return value;
}

template <typename T>
void append_little(std::string &bytes, T value) {
  char copy[sizeof(T)];
  std::memcpy(copy, &value, sizeof(T));
  if (std::endian::native == std::endian::big) std::reverse(copy, copy + sizeof(T));
  bytes.append(copy, sizeof(T));
}

// IBM's hexadecimal floats: sign, exponent of 16 in 7 bits, mantissa in 24.

// Of every word, normalised or not: 4305DC00 and 44005DC0 are 1500. Beyond float32 it is Inf.
inline float float_of_ibm(std::uint32_t word) {
  const auto mantissa = static_cast<double>(word & 0xffffff);
  const int exponent = static_cast<int>(word >> 24 & 0x7f) - 64;
  if (mantissa == 0) return 0;
  const double size = std::ldexp(mantissa, 4 * exponent - 24);
  return static_cast<float>(word >> 31 ? -size : size);
}

}  // namespace ladder
