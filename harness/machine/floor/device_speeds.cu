// What is measured of the first CUDA device, timed by events: its roofs, and its canary.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/machine/canary/canary.h"
#include "harness/machine/floor/speeds.h"

namespace ladder {
namespace {

constexpr int rounds = 5, launches = 200, barriers = 200;

__global__ void nothing() {}

__global__ void read_all(const float4 *from, std::size_t count, float *sink) {
  float sum = 0;
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    const float4 v = from[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum == 1.2345f) *sink = sum;  // never; the compiler does not know
}

constexpr int chains = 8, turns_of_speeds = 4096;

template <int turns>
__global__ void multiply_adds(float x, float *sink) {
  float sum[chains];
  for (int i = 0; i < chains; ++i) sum[i] = x + float(i + threadIdx.x);
  for (int turn = 0; turn < turns; ++turn)
#pragma unroll
    for (int i = 0; i < chains; ++i) sum[i] = fmaf(sum[i], x, x);
  float total = 0;
  for (int i = 0; i < chains; ++i) total += sum[i];
  if (total == 1.2345f) *sink = total;
}

__global__ void wait_for_all(int times) {
  const auto grid = cooperative_groups::this_grid();
  for (int i = 0; i < times; ++i) grid.sync();
}

// Throws the text of a failed call up to on_device.
void check(cudaError_t status) {
  if (status != cudaSuccess) throw cudaGetErrorString(status);
}

// Everything that was made is given back whatever happens.
struct Room {
  void *device = nullptr, *host = nullptr;
  cudaEvent_t begin = nullptr, end = nullptr;
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;

  void open(std::size_t bytes, std::size_t cleared, unsigned flags) {
    check(cudaMalloc(&device, bytes));
    check(cudaMemset(device, 0, cleared));
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    check(cudaStreamCreateWithFlags(&stream, flags));
  }
  ~Room() {
    if (ready) cudaGraphExecDestroy(ready);
    if (graph) cudaGraphDestroy(graph);
    if (stream) cudaStreamDestroy(stream);
    if (begin) cudaEventDestroy(begin);
    if (end) cudaEventDestroy(end);
    cudaFree(device);
    cudaFreeHost(host);
    cudaGetLastError();  // a later caller must not find our error
  }
};

float milliseconds(Room &room, const std::function<void()> &work) {
  check(cudaEventRecord(room.begin, room.stream));
  work();
  check(cudaGetLastError());
  check(cudaEventRecord(room.end, room.stream));
  check(cudaEventSynchronize(room.end));
  float ms = 0;
  check(cudaEventElapsedTime(&ms, room.begin, room.end));
  return ms;
}

double best_seconds(Room &room, const std::function<void()> &work) {
  float best = 1e30f;
  for (int round = 0; round <= rounds; ++round) {
    const float ms = milliseconds(room, work);
    if (round > 0) best = std::min(best, ms);  // the first loads modules
  }
  return 1e-3 * best;
}

DeviceSpeeds speeds_of_device() {
  DeviceSpeeds speeds;
  Room room;
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  const std::size_t bytes =
      std::min<std::size_t>(std::max<std::size_t>(8ull * device.l2CacheSize, 256ull << 20),
                            free / 8) /
      32 * 32;
  const std::size_t half = bytes / 2, page_locked = 32u << 20;
  room.open(std::max(bytes, page_locked), bytes, cudaStreamDefault);
  check(cudaMallocHost(&room.host, page_locked));
  auto *low = static_cast<char *>(room.device);
  auto *sink = static_cast<float *>(room.device);
  const int blocks = 32 * device.multiProcessorCount;

  speeds.copy_bytes_per_s =
      2.0 * double(half) / best_seconds(room, [&] {
        check(cudaMemcpyAsync(low, low + half, half, cudaMemcpyDeviceToDevice, room.stream));
      });
  speeds.read_bytes_per_s = double(bytes) / best_seconds(room, [&] {
                              read_all<<<blocks, 256, 0, room.stream>>>(
                                  static_cast<const float4 *>(room.device), bytes / 16, sink);
                            });
  speeds.h2d_bytes_per_s =
      double(page_locked) / best_seconds(room, [&] {
        check(cudaMemcpyAsync(low, room.host, page_locked, cudaMemcpyHostToDevice, room.stream));
      });
  speeds.d2h_bytes_per_s =
      double(page_locked) / best_seconds(room, [&] {
        check(cudaMemcpyAsync(room.host, low, page_locked, cudaMemcpyDeviceToHost, room.stream));
      });
  speeds.multiply_adds_per_s =
      double(blocks) * 256 * chains * turns_of_speeds / best_seconds(room, [&] {
        multiply_adds<turns_of_speeds><<<blocks, 256, 0, room.stream>>>(0.5f, sink);
      });
  speeds.launch_s = best_seconds(room,
                                 [&] {
                                   for (int i = 0; i < launches; ++i)
                                     nothing<<<1, 32, 0, room.stream>>>();
                                 }) /
                    launches;

  check(cudaStreamBeginCapture(room.stream, cudaStreamCaptureModeThreadLocal));
  for (int i = 0; i < launches; ++i) nothing<<<1, 32, 0, room.stream>>>();
  check(cudaStreamEndCapture(room.stream, &room.graph));
  check(cudaGraphInstantiate(&room.ready, room.graph, 0));
  speeds.graph_node_s =
      best_seconds(room, [&] { check(cudaGraphLaunch(room.ready, room.stream)); }) / launches;

  if (device.cooperativeLaunch) {
    int times = barriers;
    void *arguments[] = {&times};
    speeds.barrier_s =
        best_seconds(room,
                     [&] {
                       check(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(wait_for_all),
                                                         dim3(device.multiProcessorCount),
                                                         dim3(256), arguments, 0, room.stream));
                     }) /
        barriers;
  }
  return speeds;
}

// About 2 ms of arithmetic and 1 ms of copies on an H100.
constexpr int turns_of_canary = 8192, blocks_per_multiprocessor = 32, threads = 256;
constexpr std::size_t bytes = 128u << 20;  // of each buffer: beyond the second-level caches
constexpr int copies = 8;

std::int64_t time_of(Room &room, const std::function<void()> &work) {
  work();  // the first loads the module, and the clock rises
  return std::llround(1e6 * double(milliseconds(room, work)));
}

DeviceReading canary_of_device() {
  Room room;
  int multiprocessors = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  room.open(2 * bytes, 2 * bytes, cudaStreamNonBlocking);
  check(cudaDeviceSynchronize());
  auto *const memory = static_cast<char *>(room.device);
  DeviceReading reading;
  reading.arithmetic_ns = time_of(room, [&] {
    multiply_adds<turns_of_canary>
        <<<blocks_per_multiprocessor * multiprocessors, threads, 0, room.stream>>>(
            0.5f, static_cast<float *>(room.device));
  });
  reading.memory_ns = time_of(room, [&] {
    for (int i = 0; i < copies; ++i)
      check(cudaMemcpyAsync(memory, memory + bytes, bytes, cudaMemcpyDeviceToDevice, room.stream));
  });
  return reading;
}

template <typename Found>
std::optional<Found> on_device(Found (*measure)(), std::string &why_not) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    cudaGetLastError();
    why_not = "no CUDA device";
    return std::nullopt;
  }
  try {
    return measure();
  } catch (const char *why) {
    why_not = why;
    return std::nullopt;
  }
}

}  // namespace

std::optional<DeviceSpeeds> measure_device_speeds(std::string &why_not) {
  return on_device(speeds_of_device, why_not);
}

std::optional<DeviceReading> read_device_canary(std::string &why_not) {
  return on_device(canary_of_device, why_not);
}

}  // namespace ladder
