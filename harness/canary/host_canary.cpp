// The canary of the host: threads that start together, and the time until the last one is done.
#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstring>
#include <functional>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "harness/canary/canary.h"

namespace ladder {
namespace {

using Clock = std::chrono::steady_clock;

// About 10 ms each on a core of 2.5 GHz: longer than a scheduler's time slice, so that a program that takes
// half of the core shows in every reading.
constexpr int chains = 10;
constexpr long turns = 2500000;
constexpr std::size_t bytes = 32u << 20;
constexpr int copies = 2;

// Independent chains fill both units of a core, so that the other thread of the core is felt too. Four
// floats wide: every processor of this architecture does the same work at its usual clock.
using Vector = float __attribute__((vector_size(16)));
float multiply_adds() {
  volatile float start = 0.5f;  // the compiler must not know the result
  Vector sum[chains], factor = {start, start, start, start};
  for (int i = 0; i < chains; ++i) sum[i] = factor + float(i);
  for (long turn = 0; turn < turns; ++turn)
#pragma GCC unroll 10
    for (int i = 0; i < chains; ++i) sum[i] = sum[i] * factor + factor;
  float total = 0;
  for (int i = 0; i < chains; ++i) total += sum[i][0];
  return total;
}

std::vector<int> allowed_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {0};
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  return cores;
}

void stay_on(int core) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  sched_setaffinity(0, sizeof one,
                    &one);  // of the calling thread; where it fails the scheduler chooses
}

using Work = std::function<void(std::size_t)>;

std::int64_t time_of_one(const Work &work) {
  const auto start = Clock::now();
  work(0);
  return std::chrono::nanoseconds(Clock::now() - start).count();
}

// One thread on each core, from the moment at which all are there until the last one is done: their start
// does not count. They stay on their cores, so that every core is measured, as busy as it is.
std::int64_t time_of_all(const std::vector<int> &cores, const Work &work) {
  Clock::time_point start;
  std::barrier all_there(std::ptrdiff_t(cores.size()), [&]() noexcept { start = Clock::now(); });
  std::vector<Clock::time_point> end(cores.size());
  std::vector<std::jthread> threads;
  for (std::size_t number = 0; number < cores.size(); ++number) {
    const auto one = [&, number] {
      stay_on(cores[number]);
      all_there.arrive_and_wait();
      work(number);
      end[number] = Clock::now();
    };
    try {
      threads.emplace_back(one);
    } catch (const std::system_error
                 &) {  // no more threads are allowed: the others must not wait for it
      all_there.arrive_and_drop();
    }
  }
  threads.clear();  // joins them
  return std::chrono::nanoseconds(*std::max_element(end.begin(), end.end()) - start).count();
}

}  // namespace

struct HostCanary::Room {
  std::vector<int> cores = allowed_cores();
  char *from = map(), *to = map();
  ~Room() {
    munmap(from, bytes);
    munmap(to, bytes);
  }

  // Hidden from child processes: after a fork the first write to every page would cost a fault, and `check`
  // starts children in every round.
  static char *map() {
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes, MADV_DONTFORK);
    std::memset(memory, 1, bytes);
    return static_cast<char *>(memory);
  }
};

HostCanary::HostCanary() : room_(std::make_unique<Room>()) {}
HostCanary::~HostCanary() = default;

HostReading HostCanary::read() {
  volatile float sink = 0;
  const Work arithmetic = [&](std::size_t) { sink = multiply_adds(); };
  const std::size_t share = bytes / room_->cores.size();
  const auto copy = [&](int times) {
    return [&, times](std::size_t number) {
      for (int i = 0; i < times; ++i)
        std::memcpy(room_->to + number * share, room_->from + number * share, share);
    };
  };
  HostReading reading;
  reading.arithmetic_one_ns = time_of_one(arithmetic);
  reading.arithmetic_all_ns = time_of_all(room_->cores, arithmetic);
  time_of_all(room_->cores, copy(1));  // leaves the caches in the same state whatever ran before
  reading.memory_ns = time_of_all(room_->cores, copy(copies));
  return reading;
}

}  // namespace ladder
