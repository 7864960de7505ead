// The canary of the host: threads that start together, and the time until the last one is done;
// and when a reading of the canary is due.
#include "harness/machine/canary/canary.h"

#include <sys/mman.h>

#include <barrier>
#include <cstring>
#include <functional>
#include <new>
#include <system_error>
#include <thread>

#include "harness/base/clock.h"
#include "harness/base/parallel.h"

namespace ladder {
namespace {

// About 10 ms each on a core of 2.5 GHz: longer than a scheduler's time slice, so that a program
// that takes half of the core shows in every reading.
constexpr int values = 2048, taps = 9, passes = 5000;  // 16 KiB: in a core's first cache
constexpr std::size_t bytes = 32u << 20;
constexpr int copies = 2;

// A convolution of an array in the core's first cache: nearly as many instructions in each clock
// tick as the core can start, like a stage's inner loop. Multiply-adds in registers keep half of
// that idle, and a program on the other thread of the core takes that half and is not felt. Four
// floats wide: every processor of this architecture does the same work at its usual clock.
using Vector = float __attribute__((vector_size(16)));
float convolve() {
  volatile float start = 0.5f;  // the compiler must not know the result
  float in[values], out[values];
  std::fill(in, in + values, start);
  std::fill(out, out + values, start);
  Vector tap[taps];
  for (int i = 0; i < taps; ++i) tap[i] = Vector{start, start, start, start} * float(i);
  for (int pass = 0; pass < passes; ++pass) {
    for (int x = 0; x + 16 < values; x += 4) {
      Vector sum = {0, 0, 0, 0};
#pragma GCC unroll 9
      for (int i = 0; i < taps; ++i) {
        Vector value;
        std::memcpy(&value, in + x + i, sizeof value);
        sum += value * tap[i];
      }
      std::memcpy(out + x, &sum, sizeof sum);
    }
    in[pass % values] = out[pass % values] * start;  // no pass is like the one before
  }
  return out[0];
}

std::vector<int> own_cores() {
  const std::vector<int> cores = cores_of_process();
  return cores.empty() ? std::vector{0} : cores;
}

using Work = std::function<void(std::size_t)>;

// One thread on each of these cores, from the moment at which all are there until the last one is
// done: their start does not count. They stay on their cores, so that every core is measured, as
// busy as it is.
std::int64_t time_on(const std::vector<int> &cores, const Work &work) {
  std::int64_t start = 0;
  std::barrier all_there(std::ptrdiff_t(cores.size()), [&]() noexcept { start = steady_ns(); });
  std::vector<std::int64_t> end(cores.size());
  std::vector<std::jthread> threads;
  for (std::size_t number = 0; number < cores.size(); ++number) {
    const auto one = [&, number] {
      stay_on({cores[number]});
      all_there.arrive_and_wait();
      work(number);
      end[number] = steady_ns();
    };
    try {
      threads.emplace_back(one);
    } catch (const std::system_error
                 &) {  // no more threads are allowed: the others must not wait for it
      all_there.arrive_and_drop();
    }
  }
  threads.clear();  // joins them
  return *std::max_element(end.begin(), end.end()) - start;
}

constexpr int rounds_with_a_reading = 10;  // enough for an interval of the median
constexpr double part_of_the_time = 0.05;

}  // namespace

struct HostCanary::Room {
  CoresInTurn cores{own_cores()};
  char *from = map(), *to = map();
  ~Room() {
    munmap(from, bytes);
    munmap(to, bytes);
  }

  // Hidden from child processes: after a fork the first write to every page would cost a fault, and
  // `check` starts children in every round.
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
  const Work arithmetic = [&](std::size_t) { sink = convolve(); };
  const std::size_t share = bytes / room_->cores.all().size();
  const auto copy = [&](int times) {
    return [&, times](std::size_t number) {
      for (int i = 0; i < times; ++i)
        std::memcpy(room_->to + number * share, room_->from + number * share, share);
    };
  };
  HostReading reading;
  for (int core : room_->cores.take())
    reading.arithmetic_one_ns.push_back(time_on({core}, arithmetic));
  reading.arithmetic_all_ns = time_on(room_->cores.all(), arithmetic);
  time_on(room_->cores.all(), copy(1));  // leaves the caches in the same state whatever ran before
  reading.memory_ns = time_on(room_->cores.all(), copy(copies));
  return reading;
}

Canary::Canary(bool with_device) : with_device_(with_device) {}

const CanaryReading &Canary::read() {
  const double begin = steady_s();
  CanaryReading reading;
  reading.host = host_.read();
  if (with_device_) reading.device = read_device_canary(reading.why_no_device);
  last_ = reading;
  ++count_;
  last_end_s_ = steady_s();
  cost_s_ = last_end_s_ - begin;
  return last_;
}

void Canary::before_sample(int round) {
  const bool of_this_round = count_ > 0 && round == last_round_;
  const bool old = (steady_s() - last_end_s_) * part_of_the_time > cost_s_;
  if (count_ > 0 && !old && (of_this_round || round >= rounds_with_a_reading)) return;
  last_round_ = round;
  read();
}

}  // namespace ladder
