// Parts of a grid on several devices of one process. No maths here, and no idea of a stage.
#pragma once
#include <algorithm>
#include <string>

#include "cuda_stages/shared/stage_cuda.cuh"

namespace {

// The device that calls go to, for as long as this lives.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    CHECK(cudaGetDevice(&former_));
    CHECK(cudaSetDevice(device));
  }
  ~OnDevice() { (void)cudaSetDevice(former_); }
  OnDevice(const OnDevice &) = delete;
  OnDevice &operator=(const OnDevice &) = delete;

 private:
  int former_ = 0;
};

inline int device_count() {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  return count;
}

constexpr int most_devices = 8;

// How many parts a grid of so many planes is cut into: the knob, or as many as there are devices. Each has at least
// `least` planes, so that what it needs of others is its neighbours'. More parts than devices share devices.
inline int choose_parts(int given, int planes, int least) {
  const int fit = std::max(1, planes / least);
  refuse_if(given > fit, std::to_string(given) + " parts of " + std::to_string(planes) +
                             " planes: each must have at least " + std::to_string(least) +
                             ", which are " + std::to_string(fit) + " parts");
  return given ? given : std::min({fit, device_count(), most_devices});
}
inline int device_of(int part) { return part % device_count(); }

// Lets kernels on each of the two write to the other one's memory.
inline void connect(int one, int other) {
  if (one == other) return;
  for (const auto &[from, to] : {std::pair(one, other), std::pair(other, one)}) {
    int can = 0;
    CHECK(cudaDeviceCanAccessPeer(&can, from, to));
    refuse_if(!can, "GPU " + std::to_string(from) + " cannot reach the memory of GPU " +
                        std::to_string(to) + ": take nccl");
    const OnDevice on(from);
    const cudaError_t code = cudaDeviceEnablePeerAccess(to, 0);
    if (code == cudaErrorPeerAccessAlreadyEnabled)
      (void)cudaGetLastError();
    else
      CHECK(code);
  }
}

}  // namespace
