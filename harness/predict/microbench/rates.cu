// What a multiprocessor computes and issues in a cycle. All work at once, each with 32 warps.
#include "harness/predict/microbench/block_cycles.h"
#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int threads = 1024, chains = 8;

// Work of a turn on eight independent values of a thread.
struct FloatMultiplyAdd {
  using Type = float;
  static constexpr int operations = 16 * chains;
  static __device__ __forceinline__ void apply(float (&x)[chains], float y) {
#pragma unroll
    for (int i = 0; i < 16 * chains; ++i)
      asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x[i % chains]) : "f"(y));
  }
};
struct FloatAdd {
  using Type = float;
  static constexpr int operations = 16 * chains;
  static __device__ __forceinline__ void apply(float (&x)[chains], float y) {
#pragma unroll
    for (int i = 0; i < 16 * chains; ++i)
      asm volatile("add.f32 %0, %0, %1;" : "+f"(x[i % chains]) : "f"(y));
  }
};
struct IntegerMultiplyAdd {
  using Type = unsigned;
  static constexpr int operations = 16 * chains;
  static __device__ __forceinline__ void apply(unsigned (&x)[chains], unsigned y) {
#pragma unroll
    for (int i = 0; i < 16 * chains; ++i)
      asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x[i % chains]) : "r"(y));
  }
};
struct Logic {
  using Type = unsigned;
  static constexpr int operations = 16 * chains;
  static __device__ __forceinline__ void apply(unsigned (&x)[chains], unsigned y) {
#pragma unroll
    for (int i = 0; i < 16 * chains; ++i)
      asm volatile("prmt.b32 %0, %0, %0, %1;" : "+r"(x[i % chains]) : "r"(y));
  }
};
struct DoubleMultiplyAdd {
  using Type = double;
  static constexpr int operations = 8 * chains;
  static __device__ __forceinline__ void apply(double (&x)[chains], double y) {
#pragma unroll
    for (int i = 0; i < 8 * chains; ++i)
      asm volatile("fma.rn.f64 %0, %0, %1, %1;" : "+d"(x[i % chains]) : "d"(y));
  }
};
struct Exponential {
  using Type = float;
  static constexpr int operations = 4 * chains;
  static __device__ __forceinline__ void apply(float (&x)[chains], float) {
#pragma unroll
    for (int i = 0; i < 4 * chains; ++i)
      asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x[i % chains]));
  }
};
// Three of one kind and one of another: no unit is the bottleneck, the issue of instructions is.
struct Issue {
  using Type = unsigned;
  static constexpr int operations = 16 * chains;
  static __device__ __forceinline__ void apply(unsigned (&x)[chains], unsigned y) {
#pragma unroll
    for (int i = 0; i < 16 * chains; ++i)
      if (i / chains % 4 == 3)
        asm volatile("xor.b32 %0, %0, %1;" : "+r"(x[i % chains]) : "r"(y));
      else
        asm volatile("add.f32 %0, %0, %1;"
                     : "+f"(reinterpret_cast<float &>(x[i % chains]))
                     : "f"(__uint_as_float(y)));
  }
};

// holds, of FloatMultiplyAdd: FFMA >= 128, others <= 12 in a loop
// holds, of FloatAdd: FADD >= 128, others <= 12 in a loop
// holds, of IntegerMultiplyAdd: IMAD >= 128, others <= 12 in a loop
// holds, of Logic: PRMT >= 128, others <= 12 in a loop
// holds, of DoubleMultiplyAdd: DFMA >= 64, others <= 12 in a loop
// holds, of Exponential: MUFU.EX2 >= 32, others <= 12 in a loop
// holds, of Issue: FADD >= 96, LOP3 >= 32, others <= 12 in a loop
template <class Work>
__global__ void __launch_bounds__(1024)
    repeat(Cycles *cycles, int turns, typename Work::Type y, typename Work::Type *sink) {
  typename Work::Type x[chains];
  // Values that all threads share would be computed once for a warp, by another unit.
  for (int i = 0; i < chains; ++i) x[i] = static_cast<typename Work::Type>(i + threadIdx.x);
  __syncthreads();
  const Cycles start = now();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) Work::apply(x, y);
  __syncthreads();
  const Cycles stop = now();
  if (threadIdx.x == 0) cycles[blockIdx.x] = stop - start;
  typename Work::Type sum = 0;
  for (int i = 0; i < chains; ++i) sum += x[i];
  if (sum == static_cast<typename Work::Type>(12345)) *sink = sum;
}

Samples rate(const Samples &cycles, double work) {
  Samples found;
  for (const double each : cycles) found.push_back(work / each);
  return found;
}

template <class Work>
void measure(Bench &bench, const char *name, typename Work::Type y) {
  Device<typename Work::Type> sink(1);
  const Samples cycles = cycles_of_turn(bench, 200, [&](Cycles *out, int turns, int blocks) {
    repeat<Work><<<blocks, threads>>>(out, turns, y, sink.get());
  });
  bench.add(name, "1/cycle", rate(cycles, double(threads) * Work::operations), 0);
}

}  // namespace

void measure_rates(Bench &bench) {
  bench.add("clock.multiprocessor", "Hz", {bench.clock_hz(), 0}, 1);
  measure<FloatMultiplyAdd>(bench, "rate.multiply_add", 0.5f);
  measure<FloatAdd>(bench, "rate.add", 1e-9f);
  measure<IntegerMultiplyAdd>(bench, "rate.integer_multiply_add", 3);
  measure<Logic>(bench, "rate.logic", 0x3210);
  measure<DoubleMultiplyAdd>(bench, "rate.double_multiply_add", 0.5);
  measure<Exponential>(bench, "rate.special_function", 0);
  measure<Issue>(bench, "rate.issue", 0x3210);
}

}  // namespace ladder::microbench
