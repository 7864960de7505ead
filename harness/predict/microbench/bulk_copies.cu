// Bulk copies from device memory to shared memory by the copy engine of a multiprocessor (TMA): how
// long one takes, and what passes with several under way.
#include "harness/predict/microbench/bulk_copy.h"
#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int samples = 15, in_flight = 4;

// One copy after the other by one thread. Each moves on by `move` bytes: 0 stays in the cache.
// holds: UBLKCP = 1, SYNCS >= 2, others <= 40 between clocks
__global__ void one_after_the_other(const char *from, unsigned bytes, std::size_t move,
                                    Cycles *cycles) {
  extern __shared__ __align__(128) char room[];
  __shared__ __align__(8) unsigned long long barrier;
  if (threadIdx.x == 0) {
    begin_barrier(&barrier);
#pragma unroll 1
    for (int sample = 0; sample <= samples; ++sample, from += move) {
      const Cycles start = now();
      copy(room, from, bytes, &barrier);
      wait(&barrier, static_cast<unsigned>(sample) & 1);
      const Cycles stop = now();
      if (sample > 0) cycles[sample - 1] = stop - start;
    }
  }
}

// The blocks copy `pieces` of `bytes` from a set of so many, each block with four under way.
// holds: UBLKCP >= 1, SYNCS >= 2 in a loop
__global__ void several_under_way(const char *from, unsigned bytes, std::size_t pieces,
                                  std::size_t of_the_set) {
  extern __shared__ __align__(128) char room[];
  __shared__ __align__(8) unsigned long long barriers[in_flight];
  if (threadIdx.x != 0) return;
  for (auto &barrier : barriers) begin_barrier(&barrier);
  int begun = 0, ended = 0;
  const auto end_one = [&] {
    wait(&barriers[ended % in_flight], static_cast<unsigned>(ended / in_flight) & 1);
    ++ended;
  };
  for (std::size_t piece = blockIdx.x; piece < pieces; piece += gridDim.x, ++begun) {
    if (begun - ended == in_flight) end_one();
    copy(room + begun % in_flight * bytes, from + piece % of_the_set * bytes, bytes,
         &barriers[begun % in_flight]);
  }
  while (ended < begun) end_one();
}

}  // namespace

void measure_bulk_copies(Bench &bench) {
  if (!bench.hopper()) return;
  constexpr std::size_t most_bytes = 1u << 30, cached_bytes = 16u << 20;
  const Device<char> memory(most_bytes);
  check(cudaMemset(memory.get(), 0, most_bytes));
  Device<Cycles> cycles(samples);
  const auto one = [&](unsigned bytes, std::size_t move) {
    one_after_the_other<<<1, 32, bytes, bench.stream()>>>(memory.get(), bytes, move, cycles.get());
    check(cudaGetLastError());
    check(cudaStreamSynchronize(bench.stream()));
    Samples found;
    for (const Cycles each : cycles.host()) found.push_back(static_cast<double>(each));
    return found;
  };
  for (unsigned bytes = 16; bytes <= 32768; bytes *= 4) {
    bench.add("latency.bulk_copy.l2", "cycles", one(bytes, 0), 1, "B", bytes);
    // What was written first has left the cache.
    bench.add("latency.bulk_copy.memory", "cycles", one(bytes, 1u << 20), 1, "B", bytes);
    check(cudaMemset(memory.get() + most_bytes / 2, 0, most_bytes / 2));
  }
  check(cudaFuncSetAttribute(several_under_way, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             in_flight * 32768));
  const auto measure = [&](const char *name, std::size_t set) {
    for (unsigned bytes = 512; bytes <= 32768; bytes *= 4) {
      const auto seconds = [&](std::size_t pieces) {
        return bench.seconds(9, [&] {
          several_under_way<<<static_cast<unsigned>(bench.device().multiProcessorCount), 32,
                              in_flight * bytes, bench.stream()>>>(memory.get(), bytes, pieces,
                                                                   set / bytes);
        });
      };
      constexpr std::size_t copied = most_bytes / 2;
      Samples found = slopes(seconds(copied / bytes), seconds(2 * copied / bytes), 1);
      for (double &each : found) each = double(copied) / each;
      bench.add(name, "B/s", found, 0, "B a copy", bytes);
    }
  };
  measure("bandwidth.bulk_copy.memory", most_bytes);
  measure("bandwidth.bulk_copy.l2", cached_bytes);
}

}  // namespace ladder::microbench
