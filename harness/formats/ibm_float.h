// IBM's hexadecimal floats: sign, exponent of 16 in 7 bits, mantissa in 24.
#pragma once
#include <cmath>
#include <cstdint>

namespace ladder {

// Of every word, normalised or not: 4305DC00 and 44005DC0 are 1500. Beyond float32 it is Inf.
inline float float_of_ibm(std::uint32_t word) {
  const auto mantissa = static_cast<double>(word & 0xffffff);
  const int exponent = static_cast<int>(word >> 24 & 0x7f) - 64;
  if (mantissa == 0) return 0;
  const double size = std::ldexp(mantissa, 4 * exponent - 24);
  return static_cast<float>(word >> 31 ? -size : size);
}

}  // namespace ladder
