// What all micro-benchmarks share: the device, its memory, its clock, and where measurements go.
#pragma once
#include <cuda_runtime.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/predict/microbench/measurement.h"
#include "harness/predict/microbench/statistics.h"

namespace ladder::microbench {

using Cycles = long long;
using Samples = std::vector<double>;

// Throws std::runtime_error with the runtime's words.
void check(cudaError_t status);

// The clock of this multiprocessor. `volatile` and the clobber keep the compiler from moving loads
// across it; what the machine code really holds is looked at in
// harness/tests/test_microbench_code.py.
__device__ __forceinline__ Cycles now() {
  Cycles cycles;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
  return cycles;
}

// Memory of the device, given back at the end.
template <class T>
class Device {
 public:
  explicit Device(std::size_t count) : count_(count) {
    check(cudaMalloc(reinterpret_cast<void **>(&data_), count * sizeof(T)));
  }
  explicit Device(const std::vector<T> &values) : Device(values.size()) {
    check(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Device() { cudaFree(data_); }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  T *get() const { return data_; }
  std::size_t count() const { return count_; }
  // Waits for the device.
  std::vector<T> host() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T *data_ = nullptr;
  std::size_t count_ = 0;
};

class Bench {
 public:
  explicit Bench(std::vector<MachineValue> &found);
  ~Bench();
  Bench(const Bench &) = delete;
  Bench &operator=(const Bench &) = delete;

  const cudaDeviceProp &device() const { return device_; }
  bool hopper() const { return device_.major >= 9; }  // clusters, bulk copies
  cudaStream_t stream() const { return stream_; }
  // Of a multiprocessor while it computed, in the first milliseconds of this Bench [Hz].
  double clock_hz() const { return clock_hz_; }

  // `count` times the seconds between two events around `work`, which puts its launches on
  // stream(). One more comes first, to load the kernel and warm what it uses.
  Samples seconds(int count, const std::function<void()> &work) const;
  // The same with its launches as a graph: what the device needs, however slow the host is.
  Samples seconds_of_graph(int count, const std::function<void()> &work) const;

  void add(const std::string &name, const std::string &unit, const Estimate &found, int samples,
           const std::string &over = "", double at = 0);
  void add(const std::string &name, const std::string &unit, const Samples &samples,
           double resolution, const std::string &over = "", double at = 0);

 private:
  cudaDeviceProp device_{};
  cudaStream_t stream_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  double clock_hz_ = 0;
  std::vector<MachineValue> &found_;
};

// The resolution of an event's time, after the documentation of the runtime [s].
inline constexpr double event_resolution_s = 0.5e-6;

// The cost of one of many operations: (long - short) / operations, sample by sample, which leaves
// out what a run costs however short it is.
Samples slopes(const Samples &short_run, const Samples &long_run, double operations);

}  // namespace ladder::microbench
