// Bandwidth of the second-level cache and of device memory: by working set, read alone or as a time
// step does, by the mix of reads and writes, and by the number of warps on a multiprocessor, from
// which follows how latency grows with load.
#include <algorithm>
#include <cstdint>

#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int samples = 7, threads = 256;
constexpr std::size_t most_bytes = 256u << 20;  // of an array

__device__ __forceinline__ float sum_of(float v) { return v; }
__device__ __forceinline__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }
__device__ __forceinline__ void load(const float *at, float &v) {
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(at) : "memory");
}
__device__ __forceinline__ void load(const float4 *at, float4 &v) {
  asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(at)
               : "memory");
}
__device__ __forceinline__ void fill(float &v, float x) { v = x; }
__device__ __forceinline__ void fill(float4 &v, float x) { v = make_float4(x, x, x, x); }

// All threads together go round the same `count` words, four of a thread at once.
// holds: LDG.E.128 >= 4, others <= 60 in a loop
__global__ void read_again(const float4 *from, std::uint32_t count, int turns, float *sink) {
  float sum = 0;
  const std::uint32_t stride = gridDim.x * blockDim.x % count;
  std::uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) % count;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      load(from + i, v[k]);
      i += stride;
      if (i >= count) i -= count;
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) sum += sum_of(v[k]);
  }
  if (sum == 1.2345f) *sink = sum;
}

// A step of a field: a value of each of `reads` arrays is read, and one is written, over the second
// array that was read, or apart. A launch a step, as stages have it: blocks that went on by
// themselves would drift apart and find in the cache what another one has just used.
// holds, of 3: LDG.E.128 = 3, STG.E.128 = 1 in code
// holds, of 1: LDG.E.128 = 1, STG.E.128 = 1 in code
template <int reads>
__global__ void step_once(const float4 *now, float4 *other, const float4 *factor,
                          std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  float4 v;
  load(now + i, v);
  sum += sum_of(v);
  if (reads == 3) {
    float4 w, c;
    load(other + i, w);
    load(factor + i, c);
    sum += sum_of(w) + sum_of(c);
  }
  fill(v, sum);
  other[i] = v;
}

// Each thread reads a word of each of `reads` arrays and writes one of each of `writes` arrays.
// `within` is a power of two less one: places beyond it are taken modulo it, so that a long grid
// can stay in a small set.
// holds, of float, 1, 0: LDG = 1 in code
// holds, of float, 3, 1: LDG = 3, STG = 1 in code
// holds, of float, 1, 1: LDG = 1, STG = 1 in code
// holds, of float4, 1, 0: LDG.E.128 = 1 in code
// holds, of float4, 1, 1: LDG.E.128 = 1, STG.E.128 = 1 in code
template <class Word, int reads, int writes>
__global__ void stream(const Word *from, Word *to, std::size_t of_an_array, std::size_t within) {
  const std::size_t i = (std::size_t(blockIdx.x) * blockDim.x + threadIdx.x) & within;
  float sum = 1;
#pragma unroll
  for (int array = 0; array < reads; ++array) {
    Word v;
    load(from + array * of_an_array + i, v);
    sum += sum_of(v);
  }
  Word out;
  fill(out, sum);
#pragma unroll
  for (int array = 0; array < writes; ++array) to[array * of_an_array + i] = out;
  if (writes == 0 && sum == 1.2345f) to[i] = out;  // never
}

void by_working_set(Bench &bench, const Device<char> &memory) {
  const Device<float> sink(1);
  const int blocks = 8 * bench.device().multiProcessorCount;
  const auto *from = reinterpret_cast<const float4 *>(memory.get());
  for (std::size_t mib : {2,  4,  8,  12, 16, 20, 24, 28, 32,  36,  40,  44,
                          48, 52, 56, 60, 64, 72, 80, 96, 128, 192, 256, 512}) {
    const std::size_t bytes = mib << 20, of_a_turn = std::size_t(blocks) * threads * 4 * 16;
    const int turns = static_cast<int>(2 * std::max(bytes, most_bytes) / of_a_turn);
    const auto seconds = [&](int now) {
      return bench.seconds(samples, [&] {
        read_again<<<blocks, threads, 0, bench.stream()>>>(
            from, static_cast<std::uint32_t>(bytes / 16), now, sink.get());
      });
    };
    Samples found = slopes(seconds(turns), seconds(2 * turns), turns);
    for (double &each : found) each = double(of_a_turn) / each;
    bench.add("bandwidth.read_by_set", "B/s", found, 0, "B", double(bytes));
  }
}

// By the size of all arrays together, in a graph: where the host is slow, launches of small sets
// would wait for it. What a launch takes by itself, measured of one that steps a single block, is
// taken off.
template <int reads>
void by_stepped_set(Bench &bench, const Device<char> &memory) {
  constexpr int arrays = reads == 3 ? 3 : 2, accesses = reads + 1, steps = 24;
  auto *first = reinterpret_cast<float4 *>(memory.get());
  const auto a_step = [&](std::size_t apart, std::size_t values) {
    const auto seconds = [&](int turns) {
      return bench.seconds_of_graph(samples, [&] {
        for (int step = 0; step < turns; ++step)
          step_once<reads><<<static_cast<unsigned>((values + threads - 1) / threads), threads, 0,
                             bench.stream()>>>(first + step % 2 * apart,
                                               first + (step + 1) % 2 * apart, first + 2 * apart,
                                               static_cast<std::uint32_t>(values));
      });
    };
    return slopes(seconds(steps), seconds(2 * steps), steps);
  };
  Samples launch = a_step(threads, threads);
  std::ranges::nth_element(launch, launch.begin() + samples / 2);
  for (std::size_t mib :
       {12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80, 96, 128, 192, 256, 512}) {
    const std::size_t count = (mib << 20) / 16 / arrays;
    Samples found = a_step(count, count);
    for (double &each : found) each = double(count * 16 * accesses) / (each - launch[samples / 2]);
    bench.add("bandwidth.step_by_set." + std::to_string(reads) + "_to_1", "B/s", found, 0, "B",
              double(mib << 20));
  }
}

template <class Word, int reads, int writes>
void run_stream(Bench &bench, const Device<char> &memory, std::size_t count, std::size_t within,
                int shared) {
  const std::size_t of_an_array = most_bytes / sizeof(Word);
  auto *words = reinterpret_cast<Word *>(memory.get());
  stream<Word, reads, writes>
      <<<static_cast<unsigned>(count / threads), threads, shared, bench.stream()>>>(
          words, words + reads * of_an_array, of_an_array, within);
}

template <class Word, int reads, int writes>
void by_mix(Bench &bench, const Device<char> &memory) {
  const std::size_t count = most_bytes / sizeof(Word);
  const Samples seconds = bench.seconds(
      samples, [&] { run_stream<Word, reads, writes>(bench, memory, count, count - 1, 0); });
  Samples found;
  for (const double each : seconds) found.push_back(double((reads + writes) * most_bytes) / each);
  const std::string name =
      "bandwidth.memory." + std::to_string(reads) + "_to_" + std::to_string(writes);
  bench.add(name, "B/s", found, 0, "B a thread and array", sizeof(Word));
}

// The residence of a block when so many share a multiprocessor. Shared memory, of which each takes
// its part, keeps further ones out.
template <int reads, int writes>
void by_residents(Bench &bench, const Device<char> &memory, const char *level, std::size_t set) {
  const std::size_t count = most_bytes / sizeof(float);
  const auto *kernel = reinterpret_cast<const void *>(stream<float, reads, writes>);
  const int most = static_cast<int>(bench.device().sharedMemPerBlockOptin);
  const auto whole = static_cast<int>(bench.device().sharedMemPerMultiprocessor);
  const auto reserved = static_cast<int>(bench.device().reservedSharedMemPerBlock);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared));
  const std::string name = std::string("residence.") + level + "." + std::to_string(reads) +
                           "_to_" + std::to_string(writes);
  for (int residents = 1; residents <= 8; ++residents) {
    const int shared = std::min(most, whole / residents - reserved) / 1024 * 1024;
    int real = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&real, kernel, threads, shared));
    if (real != residents) continue;
    const auto seconds = [&](std::size_t words) {
      return bench.seconds(samples, [&] {
        run_stream<float, reads, writes>(bench, memory, words, set / sizeof(float) - 1, shared);
      });
    };
    const std::size_t processors = bench.device().multiProcessorCount;
    const double blocks = double(count / 2 / threads) / double(processors * residents);
    Samples found = slopes(seconds(count / 2), seconds(count), blocks);
    for (double &each : found) each *= bench.clock_hz();
    bench.add(name, "cycles", found, event_resolution_s / blocks * bench.clock_hz(),
              "blocks of 256 threads", residents);
  }
}

}  // namespace

void measure_memory(Bench &bench) {
  const Device<char> memory(4 * most_bytes);
  check(cudaMemset(memory.get(), 0, memory.count()));
  by_working_set(bench, memory);
  by_stepped_set<3>(bench, memory);
  by_stepped_set<1>(bench, memory);
  by_mix<float, 1, 0>(bench, memory);
  by_mix<float, 3, 1>(bench, memory);
  by_mix<float, 2, 1>(bench, memory);
  by_mix<float, 1, 1>(bench, memory);
  by_mix<float, 0, 1>(bench, memory);
  by_mix<float4, 1, 0>(bench, memory);
  by_mix<float4, 3, 1>(bench, memory);
  by_mix<float4, 2, 1>(bench, memory);
  by_mix<float4, 1, 1>(bench, memory);
  by_mix<float4, 0, 1>(bench, memory);
  by_residents<1, 0>(bench, memory, "memory", most_bytes);
  by_residents<1, 1>(bench, memory, "memory", most_bytes);
  by_residents<3, 1>(bench, memory, "memory", most_bytes);
  by_residents<1, 0>(bench, memory, "l2", 8u << 20);
  by_residents<1, 1>(bench, memory, "l2", 8u << 20);
}

}  // namespace ladder::microbench
