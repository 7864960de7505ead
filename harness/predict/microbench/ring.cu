#include <numeric>
#include <random>
#include <utility>

#include "harness/predict/microbench/ring.h"

namespace ladder::microbench {
namespace {

// holds: STG >= 1 in a loop
__global__ void link(Line *lines, const std::uint32_t *next, std::uint32_t count) {
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x)
    lines[i].next = lines + next[i];
}

}  // namespace

std::vector<std::uint32_t> random_ring(std::uint32_t count, std::uint32_t seed) {
  std::vector<std::uint32_t> next(count);
  std::iota(next.begin(), next.end(), 0u);
  std::mt19937 random(seed);
  for (std::uint32_t i = count; i-- > 1;) std::swap(next[i], next[random() % i]);
  return next;
}

std::vector<std::uint32_t> sequential_ring(std::uint32_t count) {
  std::vector<std::uint32_t> next(count);
  for (std::uint32_t i = 0; i < count; ++i) next[i] = (i + 1) % count;
  return next;
}

Ring::Ring(const std::vector<std::uint32_t> &next) : order_(next.size()), lines_(next.size()) {
  for (std::uint32_t i = 0, at = 0; i < order_.size(); ++i, at = next[at]) order_[i] = at;
  const Device<std::uint32_t> on_device(next);
  link<<<1024, 256>>>(lines_.get(), on_device.get(), count());
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

Line *Ring::after(std::uint64_t steps) const {
  return lines_.get() + order_[steps % order_.size()];
}

}  // namespace ladder::microbench
