// Copies of large arrays between pageable memory of the host and the device. No idea of a stage.
//
// The driver copies pageable memory with one thread through a page-locked buffer of its own:
// 12 GB/s where the bus has
// 55. Here several threads do that, each with two buffers: one is filled while the other travels.
//     To page-lock all 64 MiB
// takes longer than many runs, so that small arrays get fewer and smaller buffers.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <thread>
#include <vector>

#include "cuda_stages/shared/streams.cuh"

namespace {

// Planes of `lines` lines of `width` values, without gaps on the host. On the device lines are
// `pitch` and planes `plane` values apart; `plane` is a multiple of `pitch`.
struct HostShape {
  std::size_t width, lines, planes, pitch, plane;
};

class HostCopy {
 public:
  // For arrays of this shape, and for some planes of one.
  explicit HostCopy(const HostShape &shape) {
    const std::vector<Part> parts = parts_of(shape);
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    std::size_t most = 0;
    for (const Part &part : parts) most = std::max(most, part.count);
    for (std::size_t i = 0; i < std::min({cores, most_threads, parts.size()}); ++i)
      workers_.emplace_back(most);
  }

  void to_device(const HostShape &shape, const float *host, float *device) {
    run(shape, [&](Buffer &buffer, const Part &part) {
      CHECK(cudaEventSynchronize(buffer.free));
      std::memcpy(buffer.memory, host + part.on_host, part.count * sizeof(float));
      copy(buffer, shape, part, device, cudaMemcpyHostToDevice);
      CHECK(cudaEventRecord(buffer.free, buffer.stream));
    });
  }

  void to_host(const HostShape &shape, const float *device, float *host) {
    const auto store = [&](Buffer &buffer) {
      if (buffer.holds.count == 0) return;
      CHECK(cudaStreamSynchronize(buffer.stream));
      std::memcpy(host + buffer.holds.on_host, buffer.memory, buffer.holds.count * sizeof(float));
      buffer.holds = {};
    };
    run(
        shape,
        [&](Buffer &buffer, const Part &part) {
          store(buffer);
          copy(buffer, shape, part, const_cast<float *>(device), cudaMemcpyDeviceToHost);
          buffer.holds = part;
        },
        store);
  }

 private:
  static constexpr std::size_t most_threads = 8;
  static constexpr std::size_t room = std::size_t{1} << 20;  // values of a buffer, at most

  // Some planes, or some lines of one plane.
  struct Part {
    std::size_t on_host = 0, on_device = 0, count = 0, lines = 0, planes = 0;
  };
  struct Buffer {
    explicit Buffer(std::size_t values) { CHECK(cudaMallocHost(&memory, values * sizeof(float))); }
    ~Buffer() { (void)cudaFreeHost(memory); }
    Buffer(const Buffer &) = delete;
    float *memory = nullptr;
    Stream stream;
    Event free;
    Part holds;
  };
  struct Worker {
    explicit Worker(std::size_t values) : buffers{Buffer(values), Buffer(values)} {}
    Buffer buffers[2];
  };

  static std::vector<Part> parts_of(const HostShape &s) {
    std::vector<Part> parts;
    const std::size_t plane = s.width * s.lines;
    if (plane <= room) {
      const std::size_t together = std::max<std::size_t>(1, room / plane);
      for (std::size_t y = 0; y < s.planes; y += together) {
        const std::size_t planes = std::min(together, s.planes - y);
        parts.push_back({y * plane, y * s.plane, planes * plane, s.lines, planes});
      }
      return parts;
    }
    refuse_if(s.width > room,
              "a line of " + std::to_string(s.width) + " cells is longer than a buffer for copies");
    const std::size_t together = room / s.width;
    for (std::size_t y = 0; y < s.planes; ++y)
      for (std::size_t x = 0; x < s.lines; x += together) {
        const std::size_t lines = std::min(together, s.lines - x);
        parts.push_back(
            {y * plane + x * s.width, y * s.plane + x * s.pitch, lines * s.width, lines, 1});
      }
    return parts;
  }

  // A part between a buffer, where it has no gaps, and the device.
  static void copy(const Buffer &buffer, const HostShape &s, const Part &part, float *device,
                   cudaMemcpyKind kind) {
    const auto packed =
        make_cudaPitchedPtr(buffer.memory, s.width * sizeof(float), s.width, part.lines);
    const auto spread = make_cudaPitchedPtr(device + part.on_device, s.pitch * sizeof(float),
                                            s.pitch, s.plane / s.pitch);
    cudaMemcpy3DParms copying{};
    copying.srcPtr = kind == cudaMemcpyHostToDevice ? packed : spread;
    copying.dstPtr = kind == cudaMemcpyHostToDevice ? spread : packed;
    copying.extent = make_cudaExtent(s.width * sizeof(float), part.lines, part.planes);
    copying.kind = kind;
    CHECK(cudaMemcpy3DAsync(&copying, buffer.stream));
  }

  // Threads take parts until none is left; work(buffer, part) on alternating buffers, then
  // finish(buffer) on both. What the default stream does must be over.
  template <typename Work, typename Finish>
  void run(const HostShape &shape, Work work, Finish finish) {
    CHECK(cudaDeviceSynchronize());
    const std::vector<Part> parts = parts_of(shape);
    int device = 0;
    CHECK(cudaGetDevice(&device));
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> failures(workers_.size());
    const auto labour = [&](std::size_t w) {
      try {
        CHECK(cudaSetDevice(device));
        Worker &worker = workers_[w];
        int k = 0;
        for (std::size_t i; (i = next++) < parts.size(); k ^= 1) work(worker.buffers[k], parts[i]);
        for (int last : {k, k ^ 1}) finish(worker.buffers[last]);
        for (Buffer &buffer : worker.buffers) CHECK(cudaStreamSynchronize(buffer.stream));
      } catch (...) {
        failures[w] = std::current_exception();
      }
    };
    const std::size_t threads = std::min(workers_.size(), parts.size());
    {
      std::vector<std::jthread> others;  // joined at the end of this block
      for (std::size_t w = 1; w < threads; ++w) others.emplace_back(labour, w);
      if (threads > 0) labour(0);
    }
    for (const auto &failure : failures)
      if (failure) std::rethrow_exception(failure);
  }
  template <typename Work>
  void run(const HostShape &shape, Work work) {
    run(shape, work, [](Buffer &) {});
  }

  std::deque<Worker> workers_;
};

}  // namespace
