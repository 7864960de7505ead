// A set of words' values, of which a run can have millions: one array, without a node a value.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace ladder_emulation {

class Values {
 public:
  bool empty() const { return size_ == 0 && !zero_; }
  std::size_t size() const { return size_ + zero_; }
  bool contains(std::uint32_t value) const {
    return value == 0 ? zero_ : !slots_.empty() && slots_[slot_of(value)] == value;
  }
  // Beyond `most` it keeps none.
  void keep(std::uint32_t value) {
    if (value == 0) zero_ = true;
    if (value == 0 || size_ >= most) return;
    if (2 * size_ >= slots_.size()) grow();
    std::uint32_t &slot = slots_[slot_of(value)];
    size_ += slot == 0;
    slot = value;
  }
  void clear() {
    std::ranges::fill(slots_, 0u);
    size_ = 0, zero_ = false;
  }

 private:
  static constexpr std::size_t most = 1 << 22;

  // Where it is, or a free one where it belongs. Their number is a power of two.
  std::size_t slot_of(std::uint32_t value) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t k = (value * 0x9e3779b97f4a7c15ull >> 32) & mask;
    while (slots_[k] != 0 && slots_[k] != value) k = (k + 1) & mask;
    return k;
  }
  void grow() {
    std::vector<std::uint32_t> old(std::max<std::size_t>(1024, 2 * slots_.size()));
    old.swap(slots_);
    for (const std::uint32_t value : old)
      if (value != 0) slots_[slot_of(value)] = value;
  }

  std::vector<std::uint32_t> slots_;  // 0: free
  std::size_t size_ = 0;              // of values in them
  bool zero_ = false;
};

}  // namespace ladder_emulation
