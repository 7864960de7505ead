// What sectors of the second-level cache cost a multiprocessor, by how many of them are in a line:
// lanes of a warp that are apart. 32 warps on each multiprocessor, or on one alone.
#include "harness/predict/microbench/block_cycles.h"
#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int threads = 1024, lanes = 32, requests = 8;
constexpr unsigned slots = 2048, slot_bytes = 4096, sector = 32, line = 128;

// A request of a warp is in a slot of its own: `in_line` sectors of each of its lines.
__device__ char *place(char *memory, unsigned request, unsigned in_line) {
  const unsigned lane = threadIdx.x % lanes;
  return memory + std::size_t(request % slots) * slot_bytes + lane / in_line * line +
         lane % in_line * sector;
}

// holds, of 0: LDG >= 8, others <= 120 in a loop
// holds, of 1: STG >= 8, others <= 120 in a loop
template <int Writes>
__global__ void __launch_bounds__(1024)
    move(char *memory, Cycles *cycles, int turns, unsigned in_line, int active, float *sink) {
  if (int(blockIdx.x) >= active) {
    if (threadIdx.x == 0) cycles[blockIdx.x] = 0;
    return;
  }
  const unsigned first = blockIdx.x * 61 + threadIdx.x / lanes * requests;
  float sum = 0;
  __syncthreads();
  const Cycles start = now();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    float v[requests];
#pragma unroll
    for (unsigned i = 0; i < requests; ++i) {
      char *const at = place(memory, first + i + unsigned(turn) * 271, in_line);
      if constexpr (Writes)
        asm volatile("st.global.f32 [%0], %1;" ::"l"(at), "f"(sum) : "memory");
      else
        asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v[i]) : "l"(at) : "memory");
    }
    if constexpr (!Writes)
#pragma unroll
      for (unsigned i = 0; i < requests; ++i) sum += v[i];
  }
  __syncthreads();
  const Cycles stop = now();
  if (threadIdx.x == 0) cycles[blockIdx.x] = stop - start;
  if (sum == 1.2345f) *sink = sum;
}

template <int Writes>
void measure(Bench &bench, const char *name, bool alone) {
  const Device<char> memory(std::size_t(slots) * slot_bytes);
  check(cudaMemset(memory.get(), 0, memory.count()));
  const Device<float> sink(1);
  for (unsigned in_line = 1; in_line <= line / sector; in_line *= 2) {
    int active = 0;
    Samples cycles = cycles_of_turn(bench, 100, [&](Cycles *out, int turns, int blocks) {
      active = alone ? 1 : blocks;
      move<Writes><<<blocks, threads>>>(memory.get(), out, turns, in_line, active, sink.get());
    });
    const double sectors = double(requests) * threads;
    for (double &each : cycles)
      each *= double(bench.device().multiProcessorCount) / active / sectors;
    bench.add(name, "cycles", cycles, 0, "sectors in a line", in_line);
  }
}

}  // namespace

void measure_sectors(Bench &bench) {
  measure<0>(bench, "sector.read", false);
  measure<0>(bench, "sector.read_alone", true);
  measure<1>(bench, "sector.write", false);
  measure<1>(bench, "sector.write_alone", true);
}

}  // namespace ladder::microbench
