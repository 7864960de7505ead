#include "harness/predict/microbench/groups.h"
#include "harness/predict/microbench/microbench.h"

namespace ladder {
namespace {

double attribute(cudaDeviceAttr which) {
  int value = 0;
  microbench::check(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

DeviceLimits limits() {
  cudaDeviceProp of;
  microbench::check(cudaGetDeviceProperties(&of, 0));
  DeviceLimits device;
  device.name = of.name;
  microbench::check(cudaDriverGetVersion(&device.driver));
  microbench::check(cudaRuntimeGetVersion(&device.runtime));
  device.compute_major = of.major;
  device.compute_minor = of.minor;
  device.multiprocessors = of.multiProcessorCount;
  device.threads_a_multiprocessor = of.maxThreadsPerMultiProcessor;
  device.blocks_a_multiprocessor = of.maxBlocksPerMultiProcessor;
  device.registers_a_multiprocessor = of.regsPerMultiprocessor;
  device.shared_bytes_a_multiprocessor = double(of.sharedMemPerMultiprocessor);
  device.shared_bytes_a_block = double(of.sharedMemPerBlockOptin);
  device.reserved_bytes_a_block = double(of.reservedSharedMemPerBlock);
  device.l2_bytes = of.l2CacheSize;
  device.memory_bytes = double(of.totalGlobalMem);
  device.clock_hz = 1e3 * attribute(cudaDevAttrClockRate);
  // Two transfers a cycle of the memory's clock.
  device.memory_bytes_per_s = 2e3 * attribute(cudaDevAttrMemoryClockRate) * of.memoryBusWidth / 8;
  return device;
}

}  // namespace

std::optional<Microbenchmarks> measure_microbenchmarks(const TellGroup &tell,
                                                       std::string &why_not) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    cudaGetLastError();
    why_not = "no CUDA device";
    return std::nullopt;
  }
  Microbenchmarks all;
  try {
    all.device = limits();
  } catch (const std::exception &failed) {
    why_not = failed.what();
    return std::nullopt;
  }
  for (const auto &group : microbench::groups) {
    tell(group.name);
    try {
      microbench::Bench bench(all.measured);
      group.measure(bench);
    } catch (const std::exception &failed) {
      cudaGetLastError();
      all.not_measured.push_back({group.name, failed.what()});
    }
  }
  return all;
}

}  // namespace ladder
