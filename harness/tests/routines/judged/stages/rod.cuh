// What the stages share: kernels of COOL, honestly, and arrays on the device.
#pragma once
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "cool.h"
#undef u
#undef v

#define STAGE extern "C" void stage(int32_t n, float rate, float *u, float *v, float *total)
constexpr int threads = 128;
inline int blocks(int n) { return (n + threads - 1) / threads; }

static __global__ void cooled(int n, float rate, const float *u, float *v) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i < n) v[i] = u[i + 1] + rate * (u[i] - 2.0f * u[i + 1] + u[i + 2]);
}
static __global__ void damped(int n, float *u, const float *v) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i < n) u[i + 1] = v[i] * expf(-0.5f * float(i + 1) / float(n));
}
static __global__ void summed(int n, const float *v, float *total) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i < n) atomicAdd(total, v[i] * v[i]);
}
struct OnDevice {
  float *data = nullptr;
  explicit OnDevice(int n) { cudaMalloc(&data, n * sizeof(float)); }
  ~OnDevice() { cudaFree(data); }
  OnDevice(const OnDevice &) = delete;
  OnDevice &operator=(const OnDevice &) = delete;
};
inline void in(float *to, const float *from, int n) {
  cudaMemcpy(to, from, n * sizeof(float), cudaMemcpyHostToDevice);
}
inline void out(float *to, const float *from, int n) {
  cudaMemcpy(to, from, n * sizeof(float), cudaMemcpyDeviceToHost);
}
// The fields of a call on the device, and a sum of zero.
struct Rod {
  OnDevice u, v, total;
  Rod(int cells, const float *start) : u(cells + 2), v(cells), total(1), n(cells) {
    in(u.data, start, n + 2);
    cudaMemset(total.data, 0, sizeof(float));
  }
  void out(float *to_u, float *to_v, float *to_total = nullptr) const {
    ::out(to_u, u.data, n + 2);
    ::out(to_v, v.data, n);
    if (to_total) ::out(to_total, total.data, 1);
  }

 private:
  int n;
};
// The whole routine, on the device.
inline void honest(int32_t n, float rate, float *u, float *v, float *total) {
  Rod on(n, u);
  cooled<<<blocks(n), threads>>>(n, rate, on.u.data, on.v.data);
  damped<<<blocks(n), threads>>>(n, on.u.data, on.v.data);
  summed<<<blocks(n), threads>>>(n, on.v.data, on.total.data);
  on.out(u, v, total);
}
// On the host.
inline void by_host(int32_t n, float rate, float *u, float *v, float *total) {
  for (int i = 0; i < n; ++i) v[i] = u[i + 1] + rate * (u[i] - 2.0f * u[i + 1] + u[i + 2]);
  float t = 0;
  for (int i = 0; i < n; ++i) {
    u[i + 1] = v[i] * std::exp(-0.5f * float(i + 1) / float(n));
    t += v[i] * v[i];
  }
  *total = t;
}
// For cheats: the last n values of a recorded array of this call, next to this file.
inline bool recorded(const char *name, int call, float *to, int n) {
  std::string path = __FILE__;
  path = path.substr(0, path.rfind('/')) + "/calls/" + std::to_string(call) + "/" + name;
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file) return false;
  const long bytes = n * long(sizeof *to);
  const bool whole = std::fseek(file, -bytes, SEEK_END) == 0 &&
                     std::fread(to, 1, bytes, file) == std::size_t(bytes);
  std::fclose(file);
  return whole;
}
