#include "harness/base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace ladder {

void each_chunk(std::size_t count,
                const std::function<void(std::size_t, std::size_t, std::size_t)> &work,
                std::size_t length) {
  const std::size_t all = chunks(count, length);
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t chunk; (chunk = next++) < all;)
      work(chunk, chunk * length, std::min(count, (chunk + 1) * length));
  };
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < std::min(cores, all); ++k) others.emplace_back(take);
  take();
}

std::vector<int> cores_of_process() {
  cpu_set_t allowed;
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  return cores;
}

void stay_on(const std::vector<int> &cores) {
  cpu_set_t own;
  CPU_ZERO(&own);
  for (const int core : cores) CPU_SET(core, &own);
  sched_setaffinity(0, sizeof own, &own);
}

}  // namespace ladder
