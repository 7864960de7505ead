#include <sched.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "harness/machine/floor/memory_speeds.h"
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

int allowed_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? std::max(1, CPU_COUNT(&allowed)) : 1;
}

}  // namespace

HostSpeeds measure_arithmetic() {
  HostSpeeds speeds;
  speeds.cores = allowed_cores();
  speeds.multiply_adds_per_s_one_core = multiply_adds(1);
  speeds.multiply_adds_per_s =
      std::max(multiply_adds(speeds.cores), speeds.multiply_adds_per_s_one_core);
  return speeds;
}

}  // namespace ladder
