#include "harness/predict/microbench/bench.h"

namespace ladder::microbench {
namespace {

// Keeps a multiprocessor busy for some milliseconds and reads both clocks at both ends.
// holds: FFMA >= 256, others <= 12 in a loop
__global__ void run_both_clocks(int turns, float x, Cycles *cycles, unsigned long long *ns,
                                float *sink) {
  unsigned long long from_ns, to_ns;
  float sum = x;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from_ns)::"memory");
  const Cycles from = now();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn)
#pragma unroll
    for (int i = 0; i < 256; ++i) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(sum) : "f"(x));
  const Cycles to = now();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(to_ns)::"memory");
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *cycles = to - from;
    *ns = to_ns - from_ns;
  }
  if (sum == 1.2345f) *sink = sum;
}

double measure_clock(const cudaDeviceProp &device) {
  Device<Cycles> cycles(1);
  Device<unsigned long long> ns(1);
  Device<float> sink(1);
  for (int round = 0; round < 2; ++round)  // the first wakes the clock up
    run_both_clocks<<<device.multiProcessorCount, 256>>>(8000, 0.5f, cycles.get(), ns.get(),
                                                         sink.get());
  check(cudaGetLastError());
  return 1e9 * static_cast<double>(cycles.host()[0]) / static_cast<double>(ns.host()[0]);
}

}  // namespace

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

Bench::Bench(std::vector<MachineValue> &found) : found_(found) {
  check(cudaGetDeviceProperties(&device_, 0));
  check(cudaStreamCreate(&stream_));
  check(cudaEventCreate(&begin_));
  check(cudaEventCreate(&end_));
  clock_hz_ = measure_clock(device_);
}

Bench::~Bench() {
  if (begin_) cudaEventDestroy(begin_);
  if (end_) cudaEventDestroy(end_);
  if (stream_) cudaStreamDestroy(stream_);
}

Samples Bench::seconds(int count, const std::function<void()> &work) const {
  Samples samples;
  for (int i = 0; i <= count; ++i) {
    check(cudaEventRecord(begin_, stream_));
    work();
    check(cudaGetLastError());
    check(cudaEventRecord(end_, stream_));
    check(cudaEventSynchronize(end_));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin_, end_));
    if (i > 0) samples.push_back(1e-3 * ms);
  }
  return samples;
}

Samples Bench::seconds_of_graph(int count, const std::function<void()> &work) const {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
  work();
  check(cudaStreamEndCapture(stream_, &graph));
  check(cudaGraphInstantiate(&ready, graph, 0));
  const Samples found = seconds(count, [&] { check(cudaGraphLaunch(ready, stream_)); });
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  return found;
}

void Bench::add(const std::string &name, const std::string &unit, const Estimate &estimated,
                int samples, const std::string &over, double at) {
  found_.push_back({name, unit, over, at, estimated.value, estimated.uncertainty, samples});
}

void Bench::add(const std::string &name, const std::string &unit, const Samples &samples,
                double resolution, const std::string &over, double at) {
  add(name, unit, estimate(samples, resolution), static_cast<int>(samples.size()), over, at);
}

Samples slopes(const Samples &short_run, const Samples &long_run, double operations) {
  Samples found;
  for (std::size_t i = 0; i < short_run.size() && i < long_run.size(); ++i)
    found.push_back((long_run[i] - short_run[i]) / operations);
  return found;
}

}  // namespace ladder::microbench
