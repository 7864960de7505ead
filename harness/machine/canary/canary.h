// A fixed piece of work that belongs to no stage, timed in the rounds of the samples: when it takes
// longer, the machine is slower, and not the program. A baseline keeps its times.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ladder {

// Some of many cores at a time, all of them in the end: a reading of the canary must not take
// longer on a machine that has more cores.

class CoresInTurn {
 public:
  static constexpr std::size_t most_at_a_time = 2;

  explicit CoresInTurn(std::vector<int> cores) : cores_(std::move(cores)) {}

  const std::vector<int> &all() const { return cores_; }

  // The next ones, none of them twice.
  std::vector<int> take() {
    std::vector<int> some(std::min(most_at_a_time, cores_.size()));
    for (int &core : some) core = cores_[next_++ % cores_.size()];
    return some;
  }

 private:
  std::vector<int> cores_;
  std::size_t next_ = 0;
};

// Another canary, another number: times of different work are not compared.
inline constexpr int canary_version = 2;

// What is timed on the host. Other programs take cores (all), the clock or the other thread of a
// core (one), the shared cache and main memory (memory).
struct HostReading {
  // Multiply-adds of values in a core's first cache, on one core after another: two a reading, the
  // next ones in the next reading. Single cores may differ by half for seconds, and a process sits
  // on one of them.
  std::vector<std::int64_t> arithmetic_one_ns;
  std::int64_t arithmetic_all_ns = 0;  // the same on every core of this process at once
  std::int64_t memory_ns = 0;          // copies between two buffers, every core of this process
};
struct DeviceReading {
  std::int64_t arithmetic_ns = 0;  // multiply-adds in registers, every multiprocessor
  std::int64_t memory_ns = 0;      // copies within device memory
};

struct CanaryReading {
  HostReading host;
  std::optional<DeviceReading> device;  // none: not asked for, or `why_no_device`
  std::string why_no_device;
};

// The host's part. Its buffers are allocated once.
class HostCanary {
 public:
  HostCanary();
  ~HostCanary();
  HostReading read();

 private:
  struct Room;
  std::unique_ptr<Room> room_;
};

// None, with the reason, without a GPU, in a build without CUDA, or where a call fails: nothing
// else is affected. Memory of the device is taken for the reading alone, when no stage holds any.
std::optional<DeviceReading> read_device_canary(std::string &why_not);

// Takes readings when they are due.
class Canary {
 public:
  explicit Canary(bool with_device);

  // A new reading in each of the first rounds, and whenever the last one is so old that readings
  // take no more than a twentieth of the time. The samples that follow share it.
  void before_sample(int round);
  const CanaryReading &read();

  const CanaryReading &last() const { return last_; }
  int count() const { return count_; }  // of readings so far

 private:
  bool with_device_;
  HostCanary host_;
  CanaryReading last_;
  int last_round_ = -1, count_ = 0;
  double last_end_s_ = 0, cost_s_ = 0;
};

}  // namespace ladder
