// What a multiprocessor needs for loads that miss its first-level cache beside loads that hit it, as a stencil has them: a
// line comes once from the second-level cache, and its neighbours read it again.
#include <string>

#include "harness/model/microbench/block_cycles.h"
#include "harness/model/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int threads = 1024, blocks_a_multiprocessor = 2, warps = 64;
constexpr int turns_a_sample = 100;
constexpr std::size_t set_bytes = 16u << 20;  // beyond all first-level caches, within the second-level one
constexpr int kept_words = 1024;

__device__ __forceinline__ float load(const float *at) {
  float v;
  asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(v) : "l"(at) : "memory");
  return v;
}

// In a turn, a warp loads a piece of a line that its multiprocessor does not have, of `lanes` words, and `hits` times a
// line that it has. All are on their way at once.
// holds, of 0: LDG = 1, others <= 40 in a loop
// holds, of 4: LDG = 5, others <= 50 in a loop
// holds, of 16: LDG = 17, others <= 80 in a loop
template <int hits>
__global__ void __launch_bounds__(1024, 2)
    load_beside_misses(const float *set, const float *kept, Cycles *cycles, int turns,
                       unsigned lanes, float *sink) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned lines = static_cast<unsigned>(set_bytes / 128);
  unsigned line = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned stride = gridDim.x * blockDim.x / 32;
  float sum = 0;
  __syncthreads();
  const Cycles start = now();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    float v[hits + 1] = {};
    if (lane < lanes) v[hits] = load(set + std::size_t(line) * 32 + lane);
    const float *const here = kept + (turn & 1) * (kept_words / 2) + lane;
#pragma unroll
    for (int i = 0; i < hits; ++i) v[i] = load(here + i % 16 * 32);
#pragma unroll
    for (int i = 0; i <= hits; ++i) sum += v[i];
    line += stride;
    if (line >= lines) line -= lines;
  }
  __syncthreads();
  const Cycles stop = now();
  const unsigned measured = gridDim.x / blocks_a_multiprocessor;
  if (threadIdx.x == 0 && blockIdx.x < measured) cycles[blockIdx.x] = stop - start;
  if (sum == 1.2345f) *sink = sum;
}

template <int hits>
void measure_hits(Bench &bench, const Device<float> &set, const Device<float> &kept) {
  const Device<float> sink(1);
  check(cudaFuncSetAttribute(load_beside_misses<hits>,
                             cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxL1));
  for (const unsigned sectors : {1u, 2u, 4u}) {
    Samples cycles =
        cycles_of_turn(bench, turns_a_sample, [&](Cycles *out, int turns, int multiprocessors) {
          load_beside_misses<hits><<<multiprocessors * blocks_a_multiprocessor, threads>>>(
              set.get(), kept.get(), out, turns, sectors * 8, sink.get());
        });
    for (double &each : cycles) each /= warps;
    bench.add("request.l1_beside_miss.of_" + std::to_string(sectors) + "_sectors", "cycles", cycles,
              0, "hits", hits);
  }
}

}  // namespace

void measure_misses(Bench &bench) {
  const Device<float> set(set_bytes / sizeof(float)), kept(kept_words);
  check(cudaMemset(set.get(), 0, set_bytes));
  check(cudaMemset(kept.get(), 0, kept_words * sizeof(float)));
  measure_hits<0>(bench, set, kept);
  measure_hits<1>(bench, set, kept);
  measure_hits<2>(bench, set, kept);
  measure_hits<4>(bench, set, kept);
  measure_hits<8>(bench, set, kept);
  measure_hits<16>(bench, set, kept);
}

}  // namespace ladder::microbench
