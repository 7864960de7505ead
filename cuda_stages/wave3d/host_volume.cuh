// A volume in page-locked memory, in the layout of the device, and its way to and from arrays of the harness; the receivers in
// the order of their planes. No maths here but the second taper of what goes out.
#pragma once
#include <cstring>
#include <limits>

#include "cuda_stages/wave3d/run.cuh"

namespace {

// As the device has it: what is too small for a normal number is zero.
inline float flushed(float x) {
  return std::fabs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0f, x) : x;
}

// An array in page-locked memory.
class HostBuffer {
 public:
  explicit HostBuffer(std::size_t count) {
    CHECK(cudaMallocHost(&data_, count * sizeof(float)));
    std::memset(data_, 0, count * sizeof(float));
  }
  ~HostBuffer() { (void)cudaFreeHost(data_); }
  HostBuffer(const HostBuffer &) = delete;
  operator float *() const { return data_; }

 private:
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
  static constexpr int velocity = 2;  // beside the fields 0 and 1

  HostVolume(const ladder_wave &c, const Grid &grid)
      : case_(c), grid_(grid), arrays_{HostBuffer(grid.all()), HostBuffer(grid.all()),
                                       HostBuffer(grid.all())} {
    take_in(velocity, c.v2dt2);
  }
  float *operator[](int array) const { return arrays_[array]; }

  void take_in(int array, const float *from) {
    each_plane([&](int y) {
      for (int x = 0; x < grid_.nx; ++x)
        std::memcpy(arrays_[array] + grid_.at(0, x, y), from + dense(x, y),
                    grid_.nz * sizeof(float));
    });
  }
  // `tapers`: by its second taper, as `settle` does on the device.
  void hand_out(int array, float *to, bool tapers) const {
    each_plane([&](int y) {
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
  // Planes among threads of the host.
  template <typename Work>
  void each_plane(Work work) const {
    std::atomic<int> next{0};
    const auto labour = [&] {
      for (int y; (y = next++) < grid_.ny;) work(y);
    };
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < std::min(16u, std::thread::hardware_concurrency()); ++i)
      others.emplace_back(labour);
    labour();
  }

  const ladder_wave &case_;
  const Grid grid_;
  const HostBuffer arrays_[3];
};

}  // namespace
