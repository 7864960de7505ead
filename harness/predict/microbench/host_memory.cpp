#include "harness/predict/microbench/host_memory.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "harness/machine/floor/speeds.h"
#include "harness/predict/microbench/statistics.h"

namespace ladder {
namespace {

using HostClock = std::chrono::steady_clock;

constexpr double least_set = 16 << 10, most_set = 64 << 20;  // [B] a core, both arrays
constexpr double bytes_of_a_sample = 64 << 20;               // [B] a core
constexpr int samples_a_set = 5;

#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3")))
#endif
void add_scaled(float *__restrict__ b, const float *__restrict__ a, float s, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) b[i] += s * a[i];
}

// [B/s] of all threads together, a sample each; every thread has arrays of its own, which it
// touches first.
std::vector<double> rates_of_set(int threads, double set_bytes) {
  const auto count = static_cast<std::size_t>(set_bytes / 8);
  const int turns = std::max(1, static_cast<int>(bytes_of_a_sample / (12.0 * double(count))));
  std::vector<double> rates;
  std::atomic<int> arrived{0};
  const auto meet = [&](int round) {  // all begin a round together
    ++arrived;
    while (arrived < threads * round) std::this_thread::yield();
  };
  const auto work = [&](int thread) {
    std::vector<float> a(count, 1.0f), b(count, 1.0f);
    for (int sample = 0; sample <= samples_a_set; ++sample) {
      meet(2 * sample + 1);
      const auto begin = HostClock::now();
      for (int turn = 0; turn < turns; ++turn) add_scaled(b.data(), a.data(), 1e-9f, count);
      meet(2 * sample + 2);
      const std::chrono::duration<double> took = HostClock::now() - begin;
      if (thread == 0 && sample > 0)  // the first fills the caches
        rates.push_back(12.0 * double(count) * turns * threads / took.count());
    }
  };
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
  work(0);
  for (std::thread &other : others) other.join();
  return rates;
}

}  // namespace

std::vector<MachineValue> measure_host() {
  const HostSpeeds speeds = measure_arithmetic();
  std::vector<MachineValue> found = {
      {"host.cores", "", "", 0, double(speeds.cores), 0, 1},
      {"host.rate.multiply_add", "1/s", "", 0, speeds.multiply_adds_per_s / speeds.cores, 0, 1}};
  for (const int threads : {1, speeds.cores})
    for (double set = least_set; set <= most_set; set *= 2) {
      const Estimate rate = estimate(rates_of_set(threads, set), 0);
      found.push_back({threads == 1 ? "host.bandwidth.one_core" : "host.bandwidth.all_cores", "B/s",
                       "B", set, rate.value, rate.uncertainty, samples_a_set});
      if (speeds.cores == 1 && set == most_set) break;
    }
  return found;
}

}  // namespace ladder
