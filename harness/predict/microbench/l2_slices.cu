// The second-level cache has parts that are near to a multiprocessor and parts that are far: the
// latency of single lines, as a distribution.
#include <algorithm>

#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int lines = 2048, rounds = 9;

// Reads each line once to bring it into the cache, then `rounds` times, one load between two
// readings of the clock.
// holds: LDG = 1, others <= 12 between clocks
__global__ void read_lines(const char *memory, Cycles *cycles, unsigned *sink) {
  __shared__ unsigned used;
  for (int round = 0; round <= rounds; ++round)
#pragma unroll 1
    for (int line = 0; line < lines; ++line) {
      unsigned value;
      const char *at = memory + std::size_t(line) * 4224;
      const Cycles start = now();
      asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
      asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(
                       static_cast<unsigned>(__cvta_generic_to_shared(&used))),
                   "r"(value)
                   : "memory");
      const Cycles stop = now();
      if (round > 0) cycles[(round - 1) * lines + line] = stop - start;
    }
  if (used == 12345) *sink = used;
}

}  // namespace

void measure_l2_slices(Bench &bench) {
  const Device<char> memory(std::size_t(lines) * 4224);
  check(cudaMemset(memory.get(), 0, memory.count()));
  Device<Cycles> cycles(rounds * lines);
  const Device<unsigned> sink(1);
  read_lines<<<1, 1, 0, bench.stream()>>>(memory.get(), cycles.get(), sink.get());
  check(cudaGetLastError());
  check(cudaStreamSynchronize(bench.stream()));
  const auto each = cycles.host();
  Samples of_lines;
  for (int line = 0; line < lines; ++line) {
    Samples again;
    for (int round = 0; round < rounds; ++round)
      again.push_back(double(each[round * lines + line]));
    of_lines.push_back(estimate(again, 1).value);
  }
  std::sort(of_lines.begin(), of_lines.end());
  // With the readings of the clock: 10 cycles or so more than in a chain.
  for (int percent : {1, 10, 25, 50, 75, 90, 99})
    bench.add("latency.l2.lines", "cycles",
              estimate({of_lines[std::size_t(percent) * lines / 100]}, 1), rounds,
              "percent of the lines", percent);
}

}  // namespace ladder::microbench
