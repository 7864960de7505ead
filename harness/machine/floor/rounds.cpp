#include "harness/machine/floor/rounds.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace ladder {
namespace {

double cpu_s() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return double(used.tv_sec) + 1e-9 * double(used.tv_nsec);
}

}  // namespace

void in_parallel(int threads, const std::function<void(int)> &work) {
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(work, t);
  work(0);
  for (auto &other : others) other.join();
}

Rounds time_rounds(int threads, double agreement, const std::function<void(int)> &work) {
  using Clock = std::chrono::steady_clock;
  constexpr int most = 5;
  constexpr double alone = 0.9;  // of the time of all threads: another program had no core for long
  Rounds rounds;
  bool undisturbed = false;
  const double none = rounds.apart;
  double second = rounds.best_s;
  for (int round = 0; round < most && rounds.apart >= agreement; ++round) {
    const auto start = Clock::now();
    const double cpu_before = cpu_s();
    in_parallel(threads, work);
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    if (took < rounds.best_s) undisturbed = cpu_s() - cpu_before > alone * threads * took;
    second = std::min(second, std::max(took, rounds.best_s));
    rounds.best_s = std::min(rounds.best_s, took);
    rounds.apart = undisturbed ? second / rounds.best_s - 1 : none;
  }
  return rounds;
}

}  // namespace ladder
