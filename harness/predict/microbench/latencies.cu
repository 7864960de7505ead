// The latency of each level of memory with 1 to 32 warps on a multiprocessor: a thread of each warp
// follows addresses that it loads. The document takes the levels of cache for means of its other
// latencies; here each is measured.
#include <cmath>

#include "harness/predict/microbench/groups.h"
#include "harness/predict/microbench/ring.h"

namespace ladder::microbench {
namespace {

constexpr int samples = 11, loads_a_turn = 16;
constexpr std::uint32_t l1_lines = 16, l2_lines = 1024;  // a warp
constexpr std::size_t flushed_bytes = 256u << 20;        // beyond any second-level cache of today

struct FirstLevel {
  static __device__ __forceinline__ void load(Line *&line, int) {
    asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(line)::"memory");
  }
};
struct SecondLevel {  // past the first
  static __device__ __forceinline__ void load(Line *&line, int) {
    asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(line)::"memory");
  }
};
// A load that must see the store before it. Both are of the same bytes, so that the ring stays as
// it is.
struct StoreAndLoad {
  static __device__ __forceinline__ void load(Line *&line, int) {
    asm volatile("st.global.u64 [%0], %0;\n\tld.global.ca.u64 %0, [%0];" : "+l"(line)::"memory");
  }
};
// A store that is waited for until the whole device could see it.
struct StoreAndFence {
  static __device__ __forceinline__ void load(Line *&line, int) {
    asm volatile("st.global.u64 [%0+8], %0;\n\tfence.acq_rel.gpu;" ::"l"(line) : "memory");
  }
};
// A store that nothing waits for. Of several to one place ptxas makes one.
struct Store {
  static __device__ __forceinline__ void load(Line *&line, int i) {
    asm volatile("st.global.u64 [%0], %0;" ::"l"(&line->next + 1 + i % 15) : "memory");
  }
};
struct Atomic {
  static __device__ __forceinline__ void load(Line *&line, int) {
    asm volatile("atom.global.or.b64 %0, [%0], 0;" : "+l"(line)::"memory");
  }
};

// holds, of FirstLevel: LDG >= 16, others <= 8 in a loop
// holds, of SecondLevel: LDG >= 16, others <= 8 in a loop
// holds, of StoreAndLoad: STG >= 16, LDG >= 16, others <= 8 in a loop
// holds, of StoreAndFence: STG >= 16, MEMBAR >= 16, others <= 60 in a loop
// holds, of Store: STG >= 16, others <= 8 in a loop
// holds, of Atomic: ATOMG >= 16, others <= 8 in a loop
template <class Access>
__global__ void chase(Line *const *starts, Cycles *cycles, int turns, Line **sink) {
  Line *line = starts[threadIdx.x / 32];
  for (int sample = 0; sample <= samples; ++sample) {
    __syncthreads();
    if (threadIdx.x % 32 != 0) continue;
    const Cycles start = now();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn)
#pragma unroll
      for (int i = 0; i < loads_a_turn; ++i) Access::load(line, i);
    const Cycles stop = now();
    // The first sample fills the caches.
    if (sample > 0) cycles[(sample - 1) * (blockDim.x / 32) + threadIdx.x / 32] = stop - start;
  }
  if (threadIdx.x % 32 == 0) sink[threadIdx.x / 32] = line;
}

// Each thread follows an address in shared memory that points at itself.
// holds, of true: STS >= 16, LDS >= 16, others <= 8 in a loop
// holds, of false: LDS >= 16, others <= 8 in a loop
template <bool store>
__global__ void chase_shared(Cycles *cycles, int turns, unsigned *sink) {
  __shared__ unsigned words[1024];
  auto at = static_cast<unsigned>(__cvta_generic_to_shared(words + threadIdx.x));
  words[threadIdx.x] = at;
  for (int sample = 0; sample <= samples; ++sample) {
    __syncthreads();
    const Cycles start = now();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn)
#pragma unroll
      for (int i = 0; i < loads_a_turn; ++i) {
        if constexpr (store) asm volatile("st.volatile.shared.u32 [%0], %0;" ::"r"(at) : "memory");
        asm volatile("ld.volatile.shared.u32 %0, [%0];" : "+r"(at)::"memory");
      }
    const Cycles stop = now();
    if (sample > 0 && threadIdx.x % 32 == 0)
      cycles[(sample - 1) * (blockDim.x / 32) + threadIdx.x / 32] = stop - start;
  }
  sink[threadIdx.x] = at;
}

Samples means_of_warps(const std::vector<Cycles> &cycles, int warps) {
  Samples means(samples, 0);
  for (std::size_t i = 0; i < cycles.size(); ++i)
    means[i / warps] += static_cast<double>(cycles[i]) / warps;
  return means;
}

template <class Access>
Samples run(const std::vector<Line *> &starts, int turns) {
  const auto warps = static_cast<int>(starts.size());
  const Device<Line *> on_device(starts);
  Device<Cycles> cycles(samples * warps);
  Device<Line *> sink(warps);
  cudaFuncSetAttribute(chase<Access>, cudaFuncAttributePreferredSharedMemoryCarveout,
                       cudaSharedmemCarveoutMaxL1);
  chase<Access><<<1, 32 * warps>>>(on_device.get(), cycles.get(), turns, sink.get());
  check(cudaGetLastError());
  return means_of_warps(cycles.host(), warps);
}

template <bool store>
Samples run_shared(int warps, int turns) {
  Device<Cycles> cycles(samples * warps);
  Device<unsigned> sink(1024);
  chase_shared<store><<<1, 32 * warps>>>(cycles.get(), turns, sink.get());
  check(cudaGetLastError());
  return means_of_warps(cycles.host(), warps);
}

// Each warp goes round a part of the ring of its own.
template <class Access>
void measure_cached(Bench &bench, const char *name, std::uint32_t lines, int turns) {
  std::vector<std::unique_ptr<Ring>> rings;
  std::vector<Line *> starts;
  const double operations = 2.0 * turns * loads_a_turn;
  for (int warps = 1; warps <= 32; ++warps) {
    rings.push_back(std::make_unique<Ring>(random_ring(lines, warps)));
    starts.push_back(rings.back()->after(0));
    bench.add(name, "cycles",
              slopes(run<Access>(starts, turns), run<Access>(starts, 3 * turns), operations),
              1 / operations, "warps", warps);
  }
}

// Never the same line twice: each launch, sample and warp goes on where the one before stopped.
void measure_device_memory(Bench &bench, const char *name, const Ring &ring) {
  constexpr int turns = 4;
  Device<char> flushed(flushed_bytes);
  check(cudaMemset(flushed.get(), 0, flushed_bytes));
  std::uint64_t used = 0;
  const auto next_starts = [&](int warps, int turns_now) {
    std::vector<Line *> starts;
    for (int warp = 0; warp < warps; ++warp, used += (samples + 1) * turns_now * loads_a_turn)
      starts.push_back(ring.after(used));
    return starts;
  };
  for (int warps = 1; warps <= 32; ++warps) {
    const Samples few = run<SecondLevel>(next_starts(warps, turns), turns);
    const Samples many = run<SecondLevel>(next_starts(warps, 3 * turns), 3 * turns);
    const double operations = 2.0 * turns * loads_a_turn;
    bench.add(name, "cycles", slopes(few, many, operations), 1 / operations, "warps", warps);
  }
  if (used > ring.count()) throw std::runtime_error("the ring of lines is too short");
}

void measure_shared(Bench &bench) {
  constexpr int turns = 16;
  const double operations = 2.0 * turns * loads_a_turn;
  for (int warps = 1; warps <= 32; ++warps) {
    const Estimate read = estimate(
        slopes(run_shared<false>(warps, turns), run_shared<false>(warps, 3 * turns), operations),
        1 / operations);
    const Estimate both = estimate(
        slopes(run_shared<true>(warps, turns), run_shared<true>(warps, 3 * turns), operations),
        1 / operations);
    bench.add("latency.shared.read", "cycles", read, samples, "warps", warps);
    bench.add("latency.shared.write", "cycles",
              {both.value - read.value, std::hypot(both.uncertainty, read.uncertainty)}, samples,
              "warps", warps);
  }
}

}  // namespace

void measure_latencies(Bench &bench) {
  measure_shared(bench);
  measure_cached<FirstLevel>(bench, "latency.l1.read", l1_lines, 16);
  measure_cached<StoreAndLoad>(bench, "latency.l1.write_and_read", l1_lines, 16);
  measure_cached<SecondLevel>(bench, "latency.l2.read", l2_lines, 64);
  measure_cached<Atomic>(bench, "latency.l2.atomic", l2_lines, 64);
  measure_cached<Store>(bench, "latency.global.write_issue", l1_lines, 16);
  measure_cached<StoreAndFence>(bench, "latency.global.write_and_fence", l1_lines, 4);
  constexpr std::uint32_t lines = 4u << 20;  // 512 MiB
  measure_device_memory(bench, "latency.memory.read_random", Ring(random_ring(lines, 1)));
  measure_device_memory(bench, "latency.memory.read_in_order", Ring(sequential_ring(lines)));
}

}  // namespace ladder::microbench
