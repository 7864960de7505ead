// The canary of the host: threads that start together, and the time until the last one is done.
#include <sched.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstring>
#include <functional>
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

std::size_t allowed_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  return known ? std::size_t(std::max(1, CPU_COUNT(&allowed))) : 1;
}

// From the moment at which all threads are there until the last one is done; their start does not count.
std::int64_t time_of(std::size_t threads, const std::function<void(std::size_t)> &work) {
  Clock::time_point start;
  std::barrier all_there(std::ptrdiff_t(threads), [&]() noexcept { start = Clock::now(); });
  std::vector<Clock::time_point> end(threads);
  const auto one = [&](std::size_t number) {
    all_there.arrive_and_wait();
    work(number);
    end[number] = Clock::now();
  };
  std::vector<std::thread> others;
  for (std::size_t number = 1; number < threads; ++number) others.emplace_back(one, number);
  one(0);
  for (auto &other : others) other.join();
  return std::chrono::nanoseconds(*std::max_element(end.begin(), end.end()) - start).count();
}

}  // namespace

struct HostCanary::Room {
  std::size_t threads = allowed_cores();
  std::vector<char> from = std::vector<char>(bytes, 1), to = std::vector<char>(bytes, 2);
};

HostCanary::HostCanary() : room_(std::make_unique<Room>()) {}
HostCanary::~HostCanary() = default;

HostReading HostCanary::read() {
  volatile float sink = 0;
  const auto arithmetic = [&](std::size_t) { sink = multiply_adds(); };
  const std::size_t share = bytes / room_->threads;
  const auto copy = [&](std::size_t number) {
    for (int i = 0; i < copies; ++i)
      std::memcpy(room_->to.data() + number * share, room_->from.data() + number * share, share);
  };
  HostReading reading;
  reading.arithmetic_one_ns = time_of(1, arithmetic);
  reading.arithmetic_all_ns = time_of(room_->threads, arithmetic);
  reading.memory_ns = time_of(room_->threads, copy);
  return reading;
}

}  // namespace ladder
