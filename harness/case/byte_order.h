// Numbers out of bytes of either order.
#pragma once
#include <algorithm>
#include <bit>
#include <cstring>

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

}  // namespace ladder
