// The time of one of a chain of dependent operations, as a warp sees it, with 1 to 32 warps on a
// multiprocessor. The document times a single operation between two readings of the clock and
// subtracts what a reading costs. Here chains of two lengths are timed and their difference taken:
// readings and loops cancel.
#include "harness/predict/microbench/groups.h"
#include "harness/predict/microbench/operation.h"

namespace ladder::microbench {
namespace {

constexpr int samples = 21, short_turns = 2, long_turns = 10;

LADDER_OPERATION(Add, float, 256, asm volatile("add.f32 %0, %0, %1;" : "+f"(x) : "f"(y)));
LADDER_OPERATION(Subtract, float, 256, asm volatile("sub.f32 %0, %0, %1;" : "+f"(x) : "f"(y)));
LADDER_OPERATION(Multiply, float, 256, asm volatile("mul.f32 %0, %0, %1;" : "+f"(x) : "f"(y)));
LADDER_OPERATION(MultiplyAdd, float, 256,
                 asm volatile("fma.rn.f32 %0, %0, %1, %1;"
                              : "+f"(x)
                              : "f"(y)));
// By x, for the reciprocal of y would be computed once.
LADDER_OPERATION(Divide, float, 32, asm volatile("div.full.f32 %0, %1, %0;" : "+f"(x) : "f"(y)));
LADDER_OPERATION(DivideRounded, float, 16,
                 asm volatile("div.rn.f32 %0, %1, %0;"
                              : "+f"(x)
                              : "f"(y)));
// An addition and an exclusive or, for ptxas makes one addition of several.
LADDER_OPERATION(Integer, unsigned, 128,
                 asm volatile("add.u32 %0, %0, %1;\n\txor.b32 %0, %0, %1;"
                              : "+r"(x)
                              : "r"(y)));
LADDER_OPERATION(DoubleMultiplyAdd, double, 64,
                 asm volatile("fma.rn.f64 %0, %0, %1, %1;"
                              : "+d"(x)
                              : "d"(y)));
// A copy from register to register does not survive ptxas; a permutation of bytes that it does not
// know does.
LADDER_OPERATION(Register, unsigned, 256,
                 asm volatile("prmt.b32 %0, %0, %0, %1;"
                              : "+r"(x)
                              : "r"(y)));
// What is read must be used, or all readings of a loop become one.
LADDER_OPERATION(ClockRegister, unsigned, 64,
                 asm volatile("{.reg .u32 t;\n\tmov.u32 t, %%clock;\n\txor.b32 %0, %0, t;}"
                              : "+r"(x)));
LADDER_OPERATION(ClockFunction, unsigned, 64, x ^= static_cast<unsigned>(clock()));
LADDER_OPERATION(Barrier, unsigned, 64, asm volatile("bar.sync 0;" ::: "memory"));

// holds, of Add: FADD >= 256, others <= 12 in a loop
// holds, of Subtract: FADD >= 256, others <= 12 in a loop
// holds, of Multiply: FMUL >= 256, others <= 12 in a loop
// holds, of MultiplyAdd: FFMA >= 256, others <= 12 in a loop
// holds, of Divide: MUFU.RCP >= 32, others <= 384 in a loop
// holds, of DivideRounded: MUFU.RCP >= 16, others <= 192 in a loop
// holds, of Integer: IADD|IMAD.IADD >= 128, LOP3 >= 128, others <= 12 in a loop
// holds, of DoubleMultiplyAdd: DFMA >= 64, others <= 12 in a loop
// holds, of Register: PRMT >= 256, others <= 12 in a loop
// holds, of ClockRegister: CLOCK >= 64, others <= 80 in a loop
// holds, of ClockFunction: CLOCK >= 64, others <= 80 in a loop
// holds, of Barrier: BAR.SYNC >= 64, others <= 12 in a loop
template <class Op>
__global__ void __launch_bounds__(1024) chain(Cycles *cycles, int turns, typename Op::Type x,
                                              typename Op::Type y, typename Op::Type *sink) {
  for (int sample = 0; sample <= samples; ++sample) {
    __syncthreads();
    const Cycles start = now();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn)
#pragma unroll
      for (int i = 0; i < Op::per_turn; ++i) Op::apply(x, y, i);
    const Cycles stop = now();
    // The first sample loads the instructions.
    if (sample > 0 && threadIdx.x % 32 == 0)
      cycles[(sample - 1) * (blockDim.x / 32) + threadIdx.x / 32] = stop - start;
  }
  if (x == static_cast<typename Op::Type>(12345)) *sink = x;
}

// Cycles of each sample, the mean of the warps.
template <class Op>
Samples run(int warps, int turns, typename Op::Type x, typename Op::Type y) {
  Device<Cycles> cycles(samples * warps);
  Device<typename Op::Type> sink(1);
  chain<Op><<<1, 32 * warps>>>(cycles.get(), turns, x, y, sink.get());
  check(cudaGetLastError());
  const auto each = cycles.host();
  Samples means(samples, 0);
  for (std::size_t i = 0; i < each.size(); ++i)
    means[i / warps] += static_cast<double>(each[i]) / warps;
  return means;
}

template <class Op>
void measure(Bench &bench, const char *name, typename Op::Type x, typename Op::Type y) {
  const double operations = double(long_turns - short_turns) * Op::per_turn;
  for (int warps = 1; warps <= 32 && 32 * warps <= bench.device().maxThreadsPerBlock; ++warps)
    bench.add(
        name, "cycles",
        slopes(run<Op>(warps, short_turns, x, y), run<Op>(warps, long_turns, x, y), operations),
        1 / operations, "warps", warps);
}

}  // namespace

void measure_operations(Bench &bench) {
  measure<ClockRegister>(bench, "latency.clock_register", 0, 0);
  measure<ClockFunction>(bench, "latency.clock_function", 0, 0);
  measure<Register>(bench, "latency.register", 1, 0x3210);
  measure<Add>(bench, "latency.add", 1.0f, 1e-9f);
  measure<Subtract>(bench, "latency.subtract", 1.0f, 1e-9f);
  measure<Multiply>(bench, "latency.multiply", 1.5f, 1.0f);
  measure<MultiplyAdd>(bench, "latency.multiply_add", 1.5f, 0.5f);
  measure<Divide>(bench, "latency.divide_fast", 1.5f, 2.0f);
  measure<DivideRounded>(bench, "latency.divide", 1.5f, 2.0f);
  measure<Integer>(bench, "latency.integer_pair", 1, 3);
  measure<DoubleMultiplyAdd>(bench, "latency.double_multiply_add", 1.5, 0.5);
  measure<Barrier>(bench, "barrier.block", 0, 0);
}

}  // namespace ladder::microbench
