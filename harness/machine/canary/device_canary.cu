// The canary of the first CUDA device, timed by events.
#include <cuda_runtime.h>

#include <cmath>

#include "harness/machine/canary/canary.h"

namespace ladder {
namespace {

// About 2 ms of arithmetic and 1 ms of copies on an H100.
constexpr int chains = 8, turns = 8192, blocks_per_multiprocessor = 32, threads = 256;
constexpr std::size_t bytes = 128u << 20;  // of each buffer: beyond the second-level caches
constexpr int copies = 8;

__global__ void multiply_adds(float x, float *sink) {
  float sum[chains];
  for (int i = 0; i < chains; ++i) sum[i] = x + float(i + threadIdx.x);
  for (int turn = 0; turn < turns; ++turn)
#pragma unroll
    for (int i = 0; i < chains; ++i) sum[i] = fmaf(sum[i], x, x);
  float total = 0;
  for (int i = 0; i < chains; ++i) total += sum[i];
  if (total == 1.2345f) *sink = total;  // never; the compiler does not know
}

// Throws the text of a failed call up to read_device_canary.
void check(cudaError_t status) {
  if (status != cudaSuccess) throw cudaGetErrorString(status);
}

// Everything that was made is given back whatever happens.
struct Room {
  char *memory = nullptr;
  cudaEvent_t begin = nullptr, end = nullptr;
  cudaStream_t stream = nullptr;
  ~Room() {
    if (stream) cudaStreamDestroy(stream);
    if (begin) cudaEventDestroy(begin);
    if (end) cudaEventDestroy(end);
    if (memory) cudaFree(memory);
    cudaGetLastError();  // a later caller must not find our error
  }
};

template <typename Work>
std::int64_t time_of(Room &room, const Work &work) {
  work();  // the first loads the module, and the clock rises
  check(cudaEventRecord(room.begin, room.stream));
  work();
  check(cudaGetLastError());
  check(cudaEventRecord(room.end, room.stream));
  check(cudaEventSynchronize(room.end));
  float ms = 0;
  check(cudaEventElapsedTime(&ms, room.begin, room.end));
  return std::llround(1e6 * double(ms));
}

DeviceReading read() {
  Room room;
  int multiprocessors = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  check(cudaMalloc(&room.memory, 2 * bytes));
  check(cudaMemset(room.memory, 0, 2 * bytes));
  check(cudaEventCreate(&room.begin));
  check(cudaEventCreate(&room.end));
  check(cudaStreamCreateWithFlags(&room.stream, cudaStreamNonBlocking));
  check(cudaDeviceSynchronize());
  DeviceReading reading;
  reading.arithmetic_ns = time_of(room, [&] {
    multiply_adds<<<blocks_per_multiprocessor * multiprocessors, threads, 0, room.stream>>>(
        0.5f, reinterpret_cast<float *>(room.memory));
  });
  reading.memory_ns = time_of(room, [&] {
    for (int i = 0; i < copies; ++i)
      check(cudaMemcpyAsync(room.memory, room.memory + bytes, bytes, cudaMemcpyDeviceToDevice,
                            room.stream));
  });
  return reading;
}

}  // namespace

std::optional<DeviceReading> read_device_canary(std::string &why_not) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    cudaGetLastError();
    why_not = "no CUDA device";
    return std::nullopt;
  }
  try {
    return read();
  } catch (const char *why) {
    why_not = why;
    return std::nullopt;
  }
}

}  // namespace ladder
