// What a multiprocessor computes and issues in a cycle. All work at once, each with 32 warps.
#include "harness/predict/microbench/block_cycles.h"
#include "harness/predict/microbench/groups.h"
#include "harness/predict/microbench/operation.h"

namespace ladder::microbench {
namespace {

constexpr int threads = 1024, chains = 8;

// On eight independent values of a thread in turn.
LADDER_OPERATION(FloatMultiplyAdd, float, 16 * chains,
                 asm volatile("fma.rn.f32 %0, %0, %1, %1;"
                              : "+f"(x)
                              : "f"(y)));
LADDER_OPERATION(FloatAdd, float, 16 * chains,
                 asm volatile("add.f32 %0, %0, %1;"
                              : "+f"(x)
                              : "f"(y)));
LADDER_OPERATION(IntegerMultiplyAdd, unsigned, 16 * chains,
                 asm volatile("mad.lo.u32 %0, %0, %1, %1;"
                              : "+r"(x)
                              : "r"(y)));
LADDER_OPERATION(Logic, unsigned, 16 * chains,
                 asm volatile("prmt.b32 %0, %0, %0, %1;"
                              : "+r"(x)
                              : "r"(y)));
LADDER_OPERATION(DoubleMultiplyAdd, double, 8 * chains,
                 asm volatile("fma.rn.f64 %0, %0, %1, %1;"
                              : "+d"(x)
                              : "d"(y)));
LADDER_OPERATION(Exponential, float, 4 * chains,
                 asm volatile("ex2.approx.ftz.f32 %0, %0;"
                              : "+f"(x)));
// Three of one kind and one of another: no unit is the bottleneck, the issue of instructions is.
LADDER_OPERATION(Issue, unsigned, 16 * chains,
                 if (i / chains % 4 == 3) asm volatile("xor.b32 %0, %0, %1;"
                                                       : "+r"(x)
                                                       : "r"(y));
                 else FloatAdd::apply(reinterpret_cast<float &>(x), __uint_as_float(y), i));

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
  for (int turn = 0; turn < turns; ++turn)
#pragma unroll
    for (int i = 0; i < Work::per_turn; ++i) Work::apply(x[i % chains], y, i);
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
  bench.add(name, "1/cycle", rate(cycles, double(threads) * Work::per_turn), 0);
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
