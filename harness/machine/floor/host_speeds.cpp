#include <algorithm>
#include <cstring>
#include <vector>

#include "harness/base/parallel.h"
#include "harness/machine/floor/speeds.h"

namespace ladder {
namespace {

constexpr int chains = 10;
constexpr long turns = 400000;

// Independent chains of multiply-adds on vectors: as many in flight as the units of any processor
// want. One body, compiled for each width; what it returns depends on all of them, so that none is
// left out.
template <typename Vector>
[[gnu::always_inline]] inline float chains_of(float x) {
  Vector sum[chains], factor;
  std::memset(&factor, 0, sizeof factor);
  factor += x;
  for (int i = 0; i < chains; ++i) sum[i] = factor + float(i);
  for (long turn = 0; turn < turns; ++turn)
#pragma GCC unroll 10
    for (int i = 0; i < chains; ++i) sum[i] = sum[i] * factor + factor;  // each in a register
  float total = 0;
  for (int i = 0; i < chains; ++i) total += sum[i][0];
  return total;
}

using Vector4 = float __attribute__((vector_size(16)));
float narrow(float x) { return chains_of<Vector4>(x); }
#ifdef __x86_64__
using Vector8 = float __attribute__((vector_size(32)));
using Vector16 = float __attribute__((vector_size(64)));
__attribute__((target("avx2,fma"))) float wide(float x) { return chains_of<Vector8>(x); }
__attribute__((target("avx512f"))) float widest(float x) { return chains_of<Vector16>(x); }
#endif

struct Arithmetic {
  float (*run)(float);
  int lanes;
};

// The widest first is not always the fastest, so all that this processor has are tried.
std::vector<Arithmetic> arithmetic_of_this_processor() {
  std::vector<Arithmetic> all = {{narrow, 4}};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) all.push_back({wide, 8});
  if (__builtin_cpu_supports("avx512f")) all.push_back({widest, 16});
#endif
  return all;
}

double multiply_adds(int threads) {
  volatile float sink = 0;
  double best = 0;
  for (const Arithmetic &one : arithmetic_of_this_processor()) {
    const double seconds = time_rounds(threads, 0, [&](int) { sink = one.run(0.5f); }).best_s;
    best = std::max(best, double(threads) * double(turns) * chains * one.lanes / seconds);
  }
  return best;
}

}  // namespace

HostSpeeds measure_arithmetic() {
  HostSpeeds speeds;
  speeds.cores = std::max(1, static_cast<int>(cores_of_process().size()));
  speeds.multiply_adds_per_s_one_core = multiply_adds(1);
  speeds.multiply_adds_per_s =
      std::max(multiply_adds(speeds.cores), speeds.multiply_adds_per_s_one_core);
  return speeds;
}

const Speeds &speeds_of_session(bool with_device, MemoryOf memory) {
  static Speeds speeds;
  if (speeds.host.cores == 0) {
    speeds.host = measure_arithmetic();
    speeds.host.memory = memory == MemoryOf::now ? memory_speeds_now(speeds.host.cores)
                                                 : memory_speeds_of_this_hour(speeds.host.cores);
  }
  if (with_device && !speeds.device && speeds.why_no_device.empty())
    speeds.device = measure_device_speeds(speeds.why_no_device);
  return speeds;
}

}  // namespace ladder
