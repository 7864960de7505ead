// Parts of a grid on several devices of one process. No maths here, and no idea of a stage.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuda_stages/shared/stage_cuda.cuh"
#include "cuda_stages/shared/streams.cuh"

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

// Holds a device while the members behind it are made, until it is reset.
struct HeldDevice : std::optional<OnDevice> {
  explicit HeldDevice(int device) { emplace(device); }
};

inline int device_count() {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  return count;
}

constexpr int most_devices = 8;

// How many parts a grid of so many planes, or of what else is cut, is cut into: the knob, or as
// many as there are devices, but `fewest`. Each has at least `least` planes, so that what it needs
// of others is its neighbours'. More parts than devices share devices.
inline int choose_parts(int given, int planes, int least, int fewest = 1,
                        const char *what = "planes") {
  const int fit = std::max(1, planes / least);
  refuse_if(given > fit, std::to_string(given) + " parts of " + std::to_string(planes) + " " +
                             what + ": each must have at least " + std::to_string(least) +
                             ", which are " + std::to_string(fit) + " parts");
  return given ? given : std::min({fit, std::max(fewest, device_count()), most_devices});
}
inline int device_of(int part) { return part % device_count(); }

// Lets kernels on each of the two write to the other one's memory.
inline void connect(int one, int other) {
  if (one == other) return;
  for (const auto &[from, to] : {std::pair(one, other), std::pair(other, one)}) {
    int can = 0;
    CHECK(cudaDeviceCanAccessPeer(&can, from, to));
    refuse_if(!can, "GPU " + std::to_string(from) + " cannot reach the memory of GPU " +
                        std::to_string(to) + ": take nccl where the ladder has it, or --devices=1");
    // Each pair once: enabling it again is an error.
    static bool enabled[most_devices][most_devices] = {};
    const bool known = from < most_devices && to < most_devices;
    if (known && enabled[from][to]) continue;
    const OnDevice on(from);
    const cudaError_t code = cudaDeviceEnablePeerAccess(to, 0);
    if (code == cudaErrorPeerAccessAlreadyEnabled)  // by another stage
      (void)cudaGetLastError();
    else
      CHECK(code);
    if (known) enabled[from][to] = true;
  }
}

// The parts of a grid along an axis. A Part has its `device`.
template <typename Part>
class Parts {
 public:
  ~Parts() {
    int former = 0;
    (void)cudaGetDevice(&former);
    parts_.clear();
    (void)cudaSetDevice(former);
  }
  int count() const { return int(parts_.size()); }
  Part &operator[](int part) const { return *parts_[part]; }
  Part *below(int part) const { return part > 0 ? parts_[part - 1].get() : nullptr; }
  Part *above(int part) const { return part < count() - 1 ? parts_[part + 1].get() : nullptr; }

  // start(part, n) starts step n of a part, steps counted from the first one on; then join(n)
  // starts what all parts do together, and taken(part) takes note of the step. The host runs ahead:
  // it waits at the end alone.
  template <typename Start, typename Join, typename Taken>
  void take_steps(int steps, Start start, Join join, Taken taken) {
    for (int i = 0; i < steps; ++i, ++taken_) {
      for (int part = 0; part < count(); ++part) {
        const OnDevice on(parts_[part]->device);
        start(part, taken_);
        CHECK(cudaGetLastError());
      }
      join(taken_);
      for (const auto &part : parts_) taken(*part);
    }
    for (const auto &part : parts_) {
      const OnDevice on(part->device);
      CHECK(cudaDeviceSynchronize());
    }
  }

 protected:
  std::vector<std::unique_ptr<Part>> parts_;

 private:
  std::int64_t taken_ = 0;
};

// A stream for what others wait for. No idea of a stage.

// A stream that goes before others of its device.
class UrgentStream {
 public:
  explicit UrgentStream(int device) {
    const OnDevice on(device);
    int least = 0, greatest = 0;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, greatest));
    made_.emplace();
  }
  ~UrgentStream() { (void)cudaStreamDestroy(stream_); }
  UrgentStream(const UrgentStream &) = delete;
  operator cudaStream_t() const { return stream_; }
  cudaEvent_t made() const { return *made_; }  // the ends of the last step are complete

 private:
  cudaStream_t stream_ = nullptr;
  std::optional<Event> made_;
};

}  // namespace
