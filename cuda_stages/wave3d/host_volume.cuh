// A volume in page-locked memory, in the layout of the device, and its way to and from arrays of
// the harness; the receivers in the order of their planes. No maths here but the second taper of
// what goes out.
#pragma once
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "cuda_stages/wave3d/run.cuh"
#include "cuda_stages/wave3d/window.cuh"

namespace {

// As the device has it: what is too small for a normal number is zero.
inline float flushed(float x) {
  return std::fabs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0f, x) : x;
}

// work(i) for each i below `count`, by several threads.
template <typename Work>
void on_host_threads(int count, Work work) {
  std::atomic<int> next{0};
  const auto labour = [&] {
    for (int i; (i = next++) < count;) work(i);
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < std::min(16u, std::thread::hardware_concurrency()); ++i)
    others.emplace_back(labour);
  labour();
}

// Zeros in page-locked memory. The pages are taken by several threads before they are locked:
// cudaMallocHost takes them by one, which for hundreds of gigabytes is minutes.
class HostBuffer {
 public:
  explicit HostBuffer(std::size_t count) : bytes_(count * sizeof(float)) {
    void *const memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory == MAP_FAILED ? cudaErrorMemoryAllocation : cudaSuccess);
    data_ = static_cast<float *>(memory);
    madvise(memory, bytes_, MADV_HUGEPAGE);
    constexpr std::size_t page = 4096, piece = std::size_t{1} << 28;
    on_host_threads(int((bytes_ + piece - 1) / piece), [&](int i) {
      volatile char *const bytes = static_cast<char *>(memory);
      for (std::size_t at = i * piece; at < std::min(bytes_, (i + 1) * piece); at += page)
        bytes[at] = 0;
    });
    const cudaError_t locked = cudaHostRegister(memory, bytes_, cudaHostRegisterDefault);
    if (locked != cudaSuccess) munmap(memory, bytes_);
    CHECK(locked);
  }
  ~HostBuffer() {
    (void)cudaHostUnregister(data_);
    munmap(data_, bytes_);
  }
  HostBuffer(const HostBuffer &) = delete;
  operator float *() const { return data_; }

 private:
  std::size_t bytes_;
  float *data_ = nullptr;
};

// The receivers in the order of their planes.
struct Receivers {
  explicit Receivers(const ladder_wave &c, const Grid &g) : first(c.ny + 1) {
    for (int i = 0; i < c.receivers; ++i) numbers.push_back(i);
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](int a, int b) { return c.receiver_cells[a].y < c.receiver_cells[b].y; });
    for (const int i : numbers) {
      const ladder_cell &at = c.receiver_cells[i];
      places.push_back(g.at(at.z, at.x, at.y));
      ++first[at.y + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
  }
  std::vector<int> numbers, first;  // first[y]: of those of plane y
  std::vector<std::int64_t> places;
};

// Two fields and (v dt)^2.
class HostVolume {
 public:
  static constexpr int velocity = 2;  // after the fields 0 and 1

  HostVolume(const ladder_wave &c, const Grid &grid)
      : case_(c), grid_(grid), arrays_{HostBuffer(grid.all()), HostBuffer(grid.all()),
                                       HostBuffer(grid.all())} {
    take_in(velocity, c.v2dt2);
  }
  float *operator[](int array) const { return arrays_[array]; }

  void take_in(int array, const float *from) {
    on_host_threads(grid_.ny, [&](int y) {
      for (int x = 0; x < grid_.nx; ++x)
        std::memcpy(arrays_[array] + grid_.at(0, x, y), from + dense(x, y),
                    grid_.nz * sizeof(float));
    });
  }
  // `tapers`: by its second taper, as `settle` does on the device.
  void hand_out(int array, float *to, bool tapers) const {
    on_host_threads(grid_.ny, [&](int y) {
      for (int x = 0; x < grid_.nx; ++x) {
        const float *const line = arrays_[array] + grid_.at(0, x, y);
        float *const out = to + dense(x, y);
        std::memcpy(out, line, grid_.nz * sizeof(float));
        for (int z = 0; tapers && z < grid_.nz; ++z)
          out[z] =
              flushed(case_.sponge_z[z] * case_.sponge_x[x] * case_.sponge_y[y] * flushed(line[z]));
      }
    });
  }

 private:
  std::size_t dense(int x, int y) const {
    return std::size_t(grid_.nz) * (x + std::size_t(grid_.nx) * y);
  }

  const ladder_wave &case_;
  const Grid grid_;
  const HostBuffer arrays_[3];
};

// How many planes of the window of `stream` are on the device.

// Half of what is free, or what the pass needs at least; no more than the volume has. given: 0, or
// what was asked for.
inline int choose_window(const Grid &grid, int chunk, int steps, int given) {
  const int least = least_window(chunk, steps, grid.m), whole = std::max(grid.ny, 1);
  refuse_if(given && given < std::min(least, whole),
            "a window of " + std::to_string(given) + " planes: these steps and chunks need " +
                std::to_string(least) + ": take fewer --steps or a smaller --chunk");
  if (given) return std::min(given, whole);
  std::size_t free = 0, total = 0;
  CHECK(cudaMemGetInfo(&free, &total));
  const auto fit = std::int64_t(free / 2) / std::int64_t(3 * grid.plane * sizeof(float));
  return int(std::min<std::int64_t>(std::max<std::int64_t>(fit, least), whole));
}

}  // namespace
