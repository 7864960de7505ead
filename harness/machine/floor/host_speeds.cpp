#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "harness/machine/floor/speeds.h"

namespace ladder {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int rounds = 5, chains = 10;
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

void in_parallel(int threads, const std::function<void(int)> &work) {
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(work, t);
  work(0);
  for (auto &other : others) other.join();
}

// Seconds until all threads are done with `work(thread)`; the best of the rounds.
double best_seconds(int threads, const std::function<void(int)> &work) {
  double best = 1e30;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    in_parallel(threads, work);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

double multiply_adds(int threads) {
  volatile float sink = 0;
  double best = 0;
  for (const Arithmetic &one : arithmetic_of_this_processor()) {
    const double seconds = best_seconds(threads, [&](int) { sink = one.run(0.5f); });
    best = std::max(best, double(threads) * double(turns) * chains * one.lanes / seconds);
  }
  return best;
}

int allowed_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? std::max(1, CPU_COUNT(&allowed)) : 1;
}

struct Free {
  void operator()(double *pages) const { std::free(pages); }
};
using Pages = std::unique_ptr<double[], Free>;

// Large pages where the system gives them: most of the time that this takes is the first touch of
// each page.
Pages large_pages(std::size_t words) {
  constexpr std::size_t page = 2u << 20;
  const std::size_t bytes = (8 * words + page - 1) / page * page;
  void *memory = std::aligned_alloc(page, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);
  return Pages(static_cast<double *>(memory));
}

}  // namespace

HostSpeeds measure_host_speeds() {
  HostSpeeds speeds;
  speeds.cores = allowed_cores();
  speeds.multiply_adds_per_s_one_core = multiply_adds(1);
  speeds.multiply_adds_per_s =
      std::max(multiply_adds(speeds.cores), speeds.multiply_adds_per_s_one_core);
  const auto cores = static_cast<std::size_t>(speeds.cores);
  const std::size_t cache = static_cast<std::size_t>(std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), 0L));
  const std::size_t words =
      std::min<std::size_t>(std::max<std::size_t>(2 * cache, 64u << 20), 256u << 20) / 8;
  const std::size_t share = words / cores;
  const Pages from = large_pages(words), to = large_pages(words);
  // Each core touches its own part first: on a machine with several memories it lies in the
  // nearest.
  in_parallel(speeds.cores, [&](int t) {
    std::fill_n(from.get() + std::size_t(t) * share, share, 1.0);
    std::fill_n(to.get() + std::size_t(t) * share, share, 0.0);
  });
  const double copy = best_seconds(speeds.cores, [&](int t) {
    std::memcpy(to.get() + std::size_t(t) * share, from.get() + std::size_t(t) * share, 8 * share);
  });
  volatile double sink = 0;
  const double read = best_seconds(speeds.cores, [&](int t) {
    const double *p = from.get() + std::size_t(t) * share;
    double sum[8] = {};
    for (std::size_t i = 0; i + 8 <= share; i += 8)
      for (std::size_t k = 0; k < 8; ++k) sum[k] += p[i + k];
    sink = sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
  });
  speeds.copy_bytes_per_s = 16.0 * double(share * cores) / copy;
  speeds.read_bytes_per_s = 8.0 * double(share * cores) / read;
  return speeds;
}

}  // namespace ladder
