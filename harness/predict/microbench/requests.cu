// What a request of a warp costs the first-level cache and shared memory, by where its lanes read.
// All multiprocessors work at once, each with 32 warps.
#include "harness/predict/microbench/block_cycles.h"
#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int threads = 1024;

// Requests of warps to lines that stay in the first-level cache. The lanes are in rows of 1 to 32
// words, `pitch` words from each other, as the threads of a block of that width do.
// holds, of float: LDG >= 8, others <= 24 in a loop
// holds, of float4: LDG >= 8, others <= 48 in a loop
template <class Word>
__global__ void __launch_bounds__(1024)
    load_rows(const Word *memory, Cycles *cycles, int turns, int row, int pitch, float *sink) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  const Word *at = memory + lane / row * pitch + lane % row;
  float sum = 0;
  for (int pass = 0; pass < 2; ++pass) {  // the first fills the cache
    __syncthreads();
    const Cycles start = now();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn) {
      Word v[8];
      const Word *here = at + turn % 2 * 4096;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const Word *from = here + 32 * i;
        if constexpr (sizeof(Word) == 4)
          asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(v[i]) : "l"(from) : "memory");
        else
          asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];"
                       : "=f"(v[i].x), "=f"(v[i].y), "=f"(v[i].z), "=f"(v[i].w)
                       : "l"(from)
                       : "memory");
      }
#pragma unroll
      for (int i = 0; i < 8; ++i)
        if constexpr (sizeof(Word) == 4)
          sum += v[i];
        else
          sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
    }
    __syncthreads();
    const Cycles stop = now();
    if (threadIdx.x == 0) cycles[blockIdx.x] = stop - start;
  }
  if (sum == 1.2345f) *sink = sum;
}

// The same of shared memory, lanes `stride` words from each other.
// holds, of float: LDS >= 8, others <= 24 in a loop
// holds, of float4: LDS >= 8, others <= 48 in a loop
template <class Word>
__global__ void __launch_bounds__(1024)
    load_shared(Cycles *cycles, int turns, int stride, float *sink) {
  __shared__ Word words[2048];
  for (unsigned i = threadIdx.x; i < 2048; i += blockDim.x) words[i] = Word{};
  const auto at = static_cast<unsigned>(
      __cvta_generic_to_shared(words + threadIdx.x % 32 * static_cast<unsigned>(stride)));
  float sum = 0;
  __syncthreads();
  const Cycles start = now();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    Word v[8];
    const unsigned here = at + static_cast<unsigned>(turn % 2 * 32 * sizeof(Word));
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const unsigned from = here + static_cast<unsigned>(i * 64 * sizeof(Word));
      if constexpr (sizeof(Word) == 4)
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v[i]) : "r"(from) : "memory");
      else
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(v[i].x), "=f"(v[i].y), "=f"(v[i].z), "=f"(v[i].w)
                     : "r"(from)
                     : "memory");
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
      if constexpr (sizeof(Word) == 4)
        sum += v[i];
      else
        sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
  }
  __syncthreads();
  const Cycles stop = now();
  if (threadIdx.x == 0) cycles[blockIdx.x] = stop - start;
  if (sum == 1.2345f) *sink = sum;
}

template <class Word>
void measure_rows(Bench &bench, const char *name, int pitch) {
  const Device<float> memory(1 << 20);
  check(cudaMemset(memory.get(), 0, memory.count() * sizeof(float)));
  const Device<float> sink(1);
  check(cudaFuncSetAttribute(load_rows<Word>, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxL1));
  for (int row = 1; row <= 32; row *= 2) {
    Samples cycles = cycles_of_turn(bench, 200, [&](Cycles *out, int turns, int blocks) {
      load_rows<Word><<<blocks, threads>>>(reinterpret_cast<const Word *>(memory.get()), out, turns,
                                           row, pitch, sink.get());
    });
    for (double &each : cycles) each /= 8 * (threads / 32);  // of a request of a warp
    bench.add(name, "cycles", cycles, 0, "words in a row", row);
  }
}

template <class Word>
void measure_shared(Bench &bench, const char *name, int most_stride) {
  const Device<float> sink(1);
  for (int stride = 1; stride <= most_stride; stride *= 2) {
    Samples cycles = cycles_of_turn(bench, 200, [&](Cycles *out, int turns, int blocks) {
      load_shared<Word><<<blocks, threads>>>(out, turns, stride, sink.get());
    });
    for (double &each : cycles) each /= 8 * (threads / 32);
    bench.add(name, "cycles", cycles, 0, "words between lanes", stride);
  }
}

}  // namespace

void measure_requests(Bench &bench) {
  measure_rows<float>(bench, "request.l1", 4098);
  measure_rows<float4>(bench, "request.l1_vector", 2050);
  measure_shared<float>(bench, "request.shared", 32);
  measure_shared<float4>(bench, "request.shared_vector", 1);
}

}  // namespace ladder::microbench
