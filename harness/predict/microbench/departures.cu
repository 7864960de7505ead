// The departure delay: how long after one request to memory the next one may leave. The document
// takes the mean of differences between neighbouring numbers of warps, which is the difference of
// the last and the first over their number. Here it is the slope of a line through all of them.
#include <utility>

#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int samples = 9;
constexpr std::size_t stride =
    128;  // [B] one line behind the other: with gaps the sets of the first-level cache conflict

struct Cached {
  static __device__ __forceinline__ void load(const char *at, unsigned &value) {
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  }
};
struct PastFirst {
  static __device__ __forceinline__ void load(const char *at, unsigned &value) {
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  }
};

// `requests` independent loads of a warp, from the first one's begin to the last one's end. Lane i
// reads at i * lane_stride. Each sample moves on by `move` bytes: 0 stays where the caches were
// filled.
// holds, of 1: LDG = 1 between clocks
// holds, of 2: LDG = 2 between clocks
// holds, of 4: LDG = 4 between clocks
// holds, of 8: LDG = 8 between clocks
// holds, of 16: LDG = 16 between clocks
// holds, of 32: LDG = 32 between clocks
// holds, of 64: LDG = 64 between clocks
template <class Level, int requests>
__global__ void depart(const char *memory, std::size_t of_a_warp, std::size_t lane_stride,
                       std::size_t move, Cycles *starts, Cycles *stops, float *sink) {
  __shared__ unsigned used[1024];
  const int warps = static_cast<int>(blockDim.x / 32), warp = static_cast<int>(threadIdx.x / 32);
  const int all_warps = static_cast<int>(gridDim.x) * warps;
  const int this_warp = static_cast<int>(blockIdx.x) * warps + warp;
  const char *at = memory + this_warp * of_a_warp + threadIdx.x % 32 * lane_stride;
  for (int sample = 0; sample <= samples; ++sample, at += move) {
    unsigned values[requests], sums[4] = {};
    __syncthreads();
    const Cycles start = now();
#pragma unroll
    for (int i = 0; i < requests; ++i) Level::load(at + i * stride, values[i]);
    // ptxas would use the first values before the last load has left. It cannot without this
    // reading.
    const auto issued = static_cast<unsigned>(now());
#pragma unroll
    for (int i = 0; i < requests; ++i) sums[i % 4] += values[i] ^ issued;
    // Instructions leave in order: a store that waits for all that was loaded precedes the second
    // reading.
    asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(used + threadIdx.x))),
                 "r"(sums[0] + sums[1] + sums[2] + sums[3])
                 : "memory");
    const Cycles stop = now();
    if (sample > 0 && threadIdx.x % 32 == 0) {
      starts[(sample - 1) * all_warps + this_warp] = start;
      stops[(sample - 1) * all_warps + this_warp] = stop;
    }
  }
  if (used[threadIdx.x] == 12345) *sink = 1;
}

struct Place {
  const char *name;
  bool in_memory;  // each line is read once
};

// From the first warp's begin to the last one's end on each multiprocessor, the mean over them.
template <class Level, int requests>
Samples run(const Device<char> &memory, const Place &place, int blocks, int warps,
            std::size_t lane_stride) {
  const std::size_t of_a_warp = std::max(requests * stride, 32 * lane_stride);
  const std::size_t move = place.in_memory ? of_a_warp * warps * blocks : 0;
  if (of_a_warp * warps * blocks + samples * move > memory.count() / 2)
    throw std::runtime_error("departures need more memory than was asked for");
  Device<Cycles> starts(samples * warps * blocks), stops(samples * warps * blocks);
  Device<float> sink(1);
  if (place.in_memory) check(cudaMemset(memory.get() + memory.count() / 2, 0, memory.count() / 2));
  cudaFuncSetAttribute(depart<Level, requests>, cudaFuncAttributePreferredSharedMemoryCarveout,
                       cudaSharedmemCarveoutMaxL1);
  depart<Level, requests><<<blocks, 32 * warps>>>(memory.get(), of_a_warp, lane_stride, move,
                                                  starts.get(), stops.get(), sink.get());
  check(cudaGetLastError());
  const auto from = starts.host(), to = stops.host();
  Samples found(samples, 0);
  for (int sample = 0; sample < samples; ++sample)
    for (int block = 0; block < blocks; ++block) {
      const std::size_t first = (std::size_t(sample) * blocks + block) * warps;
      Cycles begin = from[first], end = to[first];
      for (std::size_t i = first; i < first + warps; ++i) {
        begin = std::min(begin, from[i]);
        end = std::max(end, to[i]);
      }
      found[sample] += static_cast<double>(end - begin) / blocks;
    }
  return found;
}

void add_line(Bench &bench, const std::string &name, const std::vector<double> &x,
              const std::vector<Samples> &y, const char *unit) {
  std::vector<double> values;
  for (const Samples &each : y) values.push_back(estimate(each, 1).value);
  bench.add(name, unit, slope(x, values, 1), static_cast<int>(x.size()));
}

template <class Level, int... requests>
void over_requests(Bench &bench, const Device<char> &memory, const Place &place, int blocks,
                   const std::string &name, std::integer_sequence<int, requests...>) {
  std::vector<double> x = {double(requests)...};
  const std::vector<Samples> y = {run<Level, requests>(memory, place, blocks, 1, 4)...};
  for (std::size_t i = 0; i < x.size(); ++i)
    bench.add(name + ".requests", "cycles", y[i], 1, "requests", x[i]);
  add_line(bench, name + ".delay_by_request", x, y, "cycles");
}

// Eight requests of each of 1 to 32 warps of a multiprocessor. The slope over all requests is what
// the level needs for one when the warps' own limits no longer count: the reciprocal of its
// throughput.
template <class Level>
void over_warps(Bench &bench, const Device<char> &memory, const Place &place, int blocks,
                const std::string &name) {
  std::vector<double> at;
  std::vector<Samples> cycles;
  for (int warps = 1; warps <= 32; ++warps) {
    const Samples found = run<Level, 8>(memory, place, blocks, warps, 4);
    bench.add(name + ".warps", "cycles", found, 1, "warps", warps);
    if (warps < 8) continue;
    at.push_back(8.0 * warps);
    cycles.push_back(found);
  }
  add_line(bench, name + ".delay_by_warp", at, cycles, "cycles");
}

// One request of a warp that touches 1 to 32 lines.
template <class Level>
void over_lines(Bench &bench, const Device<char> &memory, const Place &place,
                const std::string &name) {
  std::vector<double> at;
  std::vector<Samples> cycles;
  for (int lines = 1; lines <= 32; lines *= 2) {
    at.push_back(lines);
    cycles.push_back(run<Level, 1>(memory, place, 1, 1, std::size_t(4) * lines));
    bench.add(name + ".lines", "cycles", cycles.back(), 1, "lines", lines);
  }
  add_line(bench, name + ".delay_by_line", at, cycles, "cycles");
}

template <class Level>
void measure_level(Bench &bench, const Device<char> &memory, const Place &place) {
  const std::string name = std::string("departure.") + place.name;
  over_requests<Level>(bench, memory, place, 1, name,
                       std::integer_sequence<int, 1, 2, 4, 8, 16, 32, 64>());
  over_warps<Level>(bench, memory, place, 1, name);
  over_warps<Level>(bench, memory, place, bench.device().multiProcessorCount,
                    name + ".all_multiprocessors");
  over_lines<Level>(bench, memory, place, name);
}

}  // namespace

void measure_departures(Bench &bench) {
  const std::size_t processors = bench.device().multiProcessorCount;
  // Eight requests of each warp of each multiprocessor, and the next sample in lines that were
  // never read.
  const Device<char> memory(2 * (samples + 2) * 32 * processors * 8 * stride + (1u << 28));
  check(cudaMemset(memory.get(), 0, memory.count()));
  measure_level<Cached>(bench, memory, {"l1", false});
  measure_level<PastFirst>(bench, memory, {"l2", false});
  measure_level<PastFirst>(bench, memory, {"memory", true});
}

}  // namespace ladder::microbench
