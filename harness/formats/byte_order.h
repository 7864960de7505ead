// Numbers out of bytes of either order, and into them.
#pragma once
#include <algorithm>
#include <bit>
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

}  // namespace ladder
