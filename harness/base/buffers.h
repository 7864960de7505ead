// Memory for long arrays, in large pages where the system gives them: to get 2^31 values in small
// ones takes longer than to fill them.
#pragma once
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "harness/base/parallel.h"

namespace ladder {

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};

// Not initialised: who fills them touches them first, with all cores if it wants to.
template <typename T>
std::unique_ptr<T[], Free> uninitialised(std::size_t count) {
  constexpr std::size_t large_page = std::size_t{1} << 21, small_page = std::size_t{1} << 12;
  const std::size_t bytes = count * sizeof(T);
  // Whole pages of its own, so that it can be page-locked whatever lies next to it.
  const std::size_t page = bytes >= large_page ? large_page : small_page;
  const std::size_t room = (bytes / page + 1) * page;
  void *memory = std::aligned_alloc(page, room);
  if (!memory) throw std::bad_alloc();
  if (page == large_page) madvise(memory, room, MADV_HUGEPAGE);
  return std::unique_ptr<T[], Free>(static_cast<T *>(memory));
}

// A buffer whose guard zones show whether somebody wrote out of bounds, filled with a NaN that no
// computation makes, so that what was never written is seen.

template <typename T>
class GuardedBuffer {
 public:
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr Bits poison_bits =
      sizeof(T) == 4 ? Bits{0x7fa5c3e1u} : static_cast<Bits>(0x7ff5a5c3e1d2b4f6ull);

  explicit GuardedBuffer(std::size_t count)
      : count_(count), bits_(uninitialised<Bits>(count + 2 * guard)) {
    poison(0, count + 2 * guard);
  }
  T *data() { return reinterpret_cast<T *>(bits_.get() + guard); }
  const T *data() const { return reinterpret_cast<const T *>(bits_.get() + guard); }
  std::size_t size() const { return count_; }
  T &operator[](std::size_t i) { return data()[i]; }
  const T &operator[](std::size_t i) const { return data()[i]; }

  void fill(T value) {
    for (std::size_t i = 0; i < count_; ++i) data()[i] = value;
  }
  void poison() { poison(guard, count_); }
  bool still_poisoned(std::size_t i) const { return bits_[guard + i] == poison_bits; }

  // How far outside the array the nearest foreign write lies: 0 none, -1 just before it, 1 just
  // after.
  std::ptrdiff_t foreign_write() const {
    for (std::size_t d = 0; d < guard; ++d) {
      if (bits_[guard - 1 - d] != poison_bits) return -static_cast<std::ptrdiff_t>(d) - 1;
      if (bits_[guard + count_ + d] != poison_bits) return static_cast<std::ptrdiff_t>(d) + 1;
    }
    return 0;
  }

 private:
  static constexpr std::size_t guard = 4096;  // longer than a column of most models
  void poison(std::size_t from, std::size_t count) {
    each_chunk(count, [&](std::size_t, std::size_t first, std::size_t end) {
      std::fill(bits_.get() + from + first, bits_.get() + from + end, poison_bits);
    });
  }

  std::size_t count_;
  std::unique_ptr<Bits[], Free> bits_;
};

// Not a number and infinity, by the bits: holds whatever the compiler assumes about floats.
inline bool finite(float v) {
  return (std::bit_cast<std::uint32_t>(v) & 0x7f800000u) != 0x7f800000u;
}
inline bool finite(double v) {
  return (std::bit_cast<std::uint64_t>(v) & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}

// Values that all copies share until one changes them, so that a copy of a case of 2^31 cells costs
// nothing.

class SharedValues {
 public:
  SharedValues() = default;
  // Not initialised: who fills them touches them first, with all cores if it wants to.
  explicit SharedValues(std::size_t count) : values_(uninitialised<float>(count)), size_(count) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const float *data() const { return values_.get(); }
  const float *begin() const { return data(); }
  const float *end() const { return data() + size_; }
  float operator[](std::size_t i) const { return values_[static_cast<std::ptrdiff_t>(i)]; }

  // To be written to; what other copies hold stays as it is.
  float *change() {
    if (values_.use_count() > 1) {
      SharedValues own(size_);
      std::copy_n(data(), size_, own.values_.get());
      *this = own;
    }
    return values_.get();
  }

  template <typename Values>
  bool operator==(const Values &other) const {
    return data() == other.data() || std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  std::shared_ptr<float[]> values_;
  std::size_t size_ = 0;
};

}  // namespace ladder
