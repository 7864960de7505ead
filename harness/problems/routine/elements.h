// Elements of recorded values where a run left them.
#pragma once
#include <cstring>
#include <vector>

#include "harness/problems/routine/numbers.h"

namespace ladder {

// Where a value begins in its storage.
inline const std::byte *data_of(const RecordedValue &value, const std::vector<std::byte> &storage,
                                bool wide) {
  return storage.data() + (wide ? value.wide_at : value.at);
}

inline bool has_numbers(const RecordedValue &value) {
  return value.kind == ValueKind::real || value.kind == ValueKind::complex;
}

// Bytes of an element that count: an x87 number has ten in sixteen.
inline bool same_bits(const RecordedValue &value, const std::byte *a, const std::byte *b,
                      std::size_t index) {
  const std::size_t parts = has_numbers(value) ? parts_of(value) : 1;
  const std::size_t size = value.element / parts;
  const std::size_t counts = has_numbers(value) && size == 16 && !value.quad ? 10 : size;
  for (std::size_t part = 0; part < parts; ++part)
    if (std::memcmp(a + index * value.element + part * size,
                    b + index * value.element + part * size, counts) != 0)
      return false;
  return true;
}

}  // namespace ladder
