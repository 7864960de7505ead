// Lines of memory that point at each other in one ring, for chasing.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "harness/predict/microbench/bench.h"

namespace ladder::microbench {

constexpr std::size_t line_bytes = 128;

// A line begins with the address of the next one: addresses, not indices, so that no arithmetic is
// timed.
struct alignas(line_bytes) Line {
  Line *next;
};

// A random cyclic order of `count` numbers (Sattolo's algorithm): the number that follows each.
std::vector<std::uint32_t> random_ring(std::uint32_t count, std::uint32_t seed);
// 0, 1, 2, ..., 0
std::vector<std::uint32_t> sequential_ring(std::uint32_t count);

// Lines on the device, in the order of a ring.
class Ring {
 public:
  explicit Ring(const std::vector<std::uint32_t> &next);
  // The line that is reached from the first one after `steps` steps.
  Line *after(std::uint64_t steps) const;
  std::uint32_t count() const { return static_cast<std::uint32_t>(order_.size()); }

 private:
  std::vector<std::uint32_t> order_;
  Device<Line> lines_;
};

}  // namespace ladder::microbench
