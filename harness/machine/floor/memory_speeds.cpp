#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/base/clock.h"
#include "harness/machine/floor/speeds.h"

namespace ladder {
MemorySpeeds measure_memory_speeds(int threads) {
  constexpr double agreement = 0.02, of_steady_ones = 0.05;
  const auto cores = static_cast<std::size_t>(threads);
  const std::size_t cache = static_cast<std::size_t>(std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), 0L));
  const std::size_t words =
      std::min<std::size_t>(std::max<std::size_t>(2 * cache, 64u << 20), 256u << 20) / 8;
  const std::size_t share = words / cores;
  const auto from = uninitialised<double>(words), to = uninitialised<double>(words);
  // Each core touches its own part first: on a machine with several memories it lies in the
  // nearest.
  in_parallel(threads, [&](int t) {
    std::fill_n(from.get() + std::size_t(t) * share, share, 1.0);
    std::fill_n(to.get() + std::size_t(t) * share, share, 0.0);
  });
  const Rounds copy = time_rounds(threads, agreement, [&](int t) {
    std::memcpy(to.get() + std::size_t(t) * share, from.get() + std::size_t(t) * share, 8 * share);
  });
  volatile double sink = 0;
  const Rounds read = time_rounds(threads, agreement, [&](int t) {
    const double *p = from.get() + std::size_t(t) * share;
    double sum[8] = {};
    for (std::size_t i = 0; i + 8 <= share; i += 8)
      for (std::size_t k = 0; k < 8; ++k) sum[k] += p[i + k];
    sink = sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
  });
  return {.copy_bytes_per_s = 16.0 * double(share * cores) / copy.best_s,
          .read_bytes_per_s = 8.0 * double(share * cores) / read.best_s,
          .steady = std::max(copy.apart, read.apart) < of_steady_ones};
}

void in_parallel(int threads, const std::function<void(int)> &work) {
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(work, t);
  work(0);
  for (auto &other : others) other.join();
}

Rounds time_rounds(int threads, double agreement, const std::function<void(int)> &work) {
  constexpr int most = 5;
  constexpr double alone = 0.9;  // of the time of all threads: another program had no core for long
  Rounds rounds;
  bool undisturbed = false;
  const double none = rounds.apart;
  double second = rounds.best_s;
  for (int round = 0; round < most && rounds.apart >= agreement; ++round) {
    const double start_s = steady_s();
    const double cpu_before = 1e-9 * double(own_cpu().cpu_ns);
    in_parallel(threads, work);
    const double took = steady_s() - start_s;
    if (took < rounds.best_s)
      undisturbed = 1e-9 * double(own_cpu().cpu_ns) - cpu_before > alone * threads * took;
    second = std::min(second, std::max(took, rounds.best_s));
    rounds.best_s = std::min(rounds.best_s, took);
    rounds.apart = undisturbed ? second / rounds.best_s - 1 : none;
  }
  return rounds;
}

}  // namespace ladder
