// What lies on the device during a run, what a step's kernel is given, and the contract's three entries around it.
//
// After a step both fields are tapered, so p(n-1) has been tapered twice when it is used. Stages with one kernel a step
// let the second taper of a field wait until then:
//     p(n+1) = t (2 p(n) - t p(n-1) + (v dt)^2 L p(n) + s).
// Right after an upload p(n-1) has had both, and a download gives it the second one; that product is rounded by itself,
// so a download between two steps changes nothing. The step from n records sample n; a download adds the last one.
#pragma once
#include <algorithm>
#include <numeric>
#include <type_traits>
#include <vector>

#include "cuda_stages/wave3d/grid.cuh"

namespace {

// [k] of the neighbours at k and -k.
struct Taps {
  float z[LADDER_MOST_HALF_LENGTH + 1], x[LADDER_MOST_HALF_LENGTH + 1],
      y[LADDER_MOST_HALF_LENGTH + 1];
};

struct Source {
  int z, x, y, number;
};

// The sources in the cells of a block stand one after the other, by y.
struct SourcesView {
  const int *begin;  // [blocks + 1]
  const Source *source;
};

// A step from n to n + 1.
struct Step {
  Grid g;
  Taps taps;
  const float *now;    // p(n)
  float *before;       // p(n-1), becomes p(n+1)
  const float *v2dt2;
  const float *sponge_z, *sponge_x, *sponge_y;  // beyond the grid 0, for some cells
  SourcesView sources;
  const float *wavelets;  // [sources][steps]
  const std::int64_t *receiver_places;
  float *traces;  // [steps + 1][receivers]
  int n, steps, receivers;
  bool fresh;  // p(n-1) has been tapered twice already

  __device__ float taper(int iz, int ix, int iy) const {
    return sponge_z[iz] * sponge_x[ix] * sponge_y[iy];
  }
  // The second taper of p(n-1), t being its first.
  __device__ float second_taper(float t) const { return fresh ? 1.0f : t; }
  __device__ float pulse(const Source &source, int step) const {
    return wavelets[std::size_t{1} * source.number * steps + step];
  }
  // Records sample `sample` of p: every thread of the launch takes some receivers.
  __device__ void record(const float *p, int sample) const {
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const std::int64_t block = blockIdx.x + gridDim.x * (blockIdx.y + std::int64_t{gridDim.y} * blockIdx.z);
    const std::int64_t all = std::int64_t{threads} * gridDim.x * gridDim.y * gridDim.z;
    for (std::int64_t r = block * threads + t; r < receivers; r += all)
      traces[std::size_t{1} * sample * receivers + r] = p[receiver_places[r]];
  }
};

// p(n+1) but for the source and its own taper; t2 is the second taper of p(n-1).
__device__ inline float stepped(float now, float before, float t2, float v2dt2, float lap) {
  return fmaf(v2dt2, lap, fmaf(2.0f, now, -__fmul_rn(t2, before)));
}

// The second taper of p(n-1).
__global__ void settle(Step s) {
  for (std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x; i < s.g.cells();
       i += std::int64_t{gridDim.x} * blockDim.x) {
    const int iz = i % s.g.nz, ix = i / s.g.nz % s.g.nx, iy = i / s.g.nz / s.g.nx;
    float &value = s.before[s.g.at(iz, ix, iy)];
    value = __fmul_rn(s.taper(iz, ix, iy), value);
  }
}

__global__ void record_sample(Step s, const float *p, int sample) { s.record(p, sample); }

// An array of `count` values from the host and `more` zeros. An array of none cannot be had.
template <typename T>
class Table {
 public:
  Table(const T *host, std::size_t count, std::size_t more = 1) : buffer_(count + more) {
    CHECK(cudaMemset(buffer_, 0, (count + more) * sizeof(T)));
    if (count) CHECK(cudaMemcpy(buffer_, host, count * sizeof(T), cudaMemcpyHostToDevice));
  }
  explicit Table(const std::vector<T> &host) : Table(host.data(), host.size()) {}
  operator T *() const { return buffer_; }

 private:
  const DeviceBuffer<T> buffer_;
};

// The sources sorted for blocks of z by x by y cells that lie one after the other, z fastest. A block may need sources
// that are up to `rim` cells beside its own along z and x, and `rim` planes before or behind.
class SortedSources {
 public:
  SortedSources(const ladder_wave &c, dim3 cells, dim3 blocks)
      : SortedSources(sort(c, cells, blocks)) {}
  SourcesView view() const { return {begin_, sources_}; }

 private:
  struct Sorted {
    std::vector<int> begin;
    std::vector<Source> sources;
  };
  explicit SortedSources(const Sorted &s) : begin_(s.begin), sources_(s.sources) {}

  static Sorted sort(const ladder_wave &c, dim3 cells, dim3 blocks) {
    std::vector<std::pair<std::int64_t, Source>> all;
    for (int i = 0; i < c.sources; ++i) {
      const ladder_cell &at = c.source_cells[i];
      const std::int64_t block = at.z / cells.x + std::int64_t{blocks.x} * (at.x / cells.y) +
                                 std::int64_t{blocks.x} * blocks.y * (at.y / cells.z);
      all.push_back({block, {at.z, at.x, at.y, i}});
    }
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
      return a.first < b.first || (a.first == b.first && a.second.y < b.second.y);
    });
    Sorted sorted{std::vector<int>(std::size_t{1} * blocks.x * blocks.y * blocks.z + 1), {}};
    for (const auto &[block, source] : all) {
      ++sorted.begin[block + 1];
      sorted.sources.push_back(source);
    }
    std::partial_sum(sorted.begin.begin(), sorted.begin.end(), sorted.begin.begin());
    return sorted;
  }

  const Table<int> begin_;
  const Table<Source> sources_;
};

class Run {
 public:
  // A block of the stage's kernel makes `cells`, z by x by y.
  Run(const ladder_wave &c, const Grid &grid, dim3 cells)
      : grid(grid), blocks(blocks_for(grid, cells.x, cells.y, cells.z)), steps_(c.steps),
        receivers_(c.receivers), fields_{Field(grid), Field(grid)}, v2dt2(grid),
        sponge_z_(c.sponge_z, c.nz, 1024), sponge_x_(c.sponge_x, c.nx, 1024),
        sponge_y_(c.sponge_y, c.ny, 1024),
        wavelets_(c.wavelets, std::size_t{1} * c.sources * c.steps),
        traces_(nullptr, 0, (c.steps + std::size_t{1}) * c.receivers + 1),
        receiver_places_(places(c)), sources_(c, cells, blocks) {
    for (int k = 0; k <= grid.m; ++k) {
      taps_.z[k] = c.taps_z[grid.m + k];
      taps_.x[k] = c.taps_x[grid.m + k];
      taps_.y[k] = c.taps_y[grid.m + k];
    }
    v2dt2.copy_in(c.v2dt2);
    CHECK(cudaDeviceSynchronize());  // a stage's own stream does not wait for the default one
  }

  void upload(const float *now, const float *before, int step) {
    now_ = 0;
    fields_[0].copy_in(now);
    fields_[1].copy_in(before);
    step_ = uploaded_ = step;
    fresh_ = true;
    CHECK(cudaDeviceSynchronize());
  }

  // launch(step) starts the kernel, on the default stream, that makes this step; twice_tapered: it tapers p(n) too.
  template <typename Launch>
  void advance(int count, Launch launch, bool twice_tapered = false) {
    must_have_left(count);
    for (int i = 0; i < count; ++i) {
      launch(next_step());
      CHECK(cudaGetLastError());
      took_steps(1, twice_tapered);
    }
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *now, float *before, float *traces) {
    if (!fresh_) {
      settle<<<many, threads>>>(next_step());
      CHECK(cudaGetLastError());
      fresh_ = true;
    }
    if (receivers_) {
      record_sample<<<ceil_div(receivers_, threads), threads>>>(next_step(), fields_[now_].cells(), step_);
      CHECK(cudaGetLastError());
    }
    fields_[now_].copy_out(now);
    fields_[1 - now_].copy_out(before);
    // Samples before the upload are not known here and stay as they are.
    const std::size_t skipped = std::size_t{1} * uploaded_ * receivers_;
    const std::size_t count = (step_ - uploaded_ + std::size_t{1}) * receivers_;
    if (count)
      CHECK(cudaMemcpy(traces + skipped, traces_ + skipped, count * sizeof(float),
                       cudaMemcpyDeviceToHost));
  }

  void must_have_left(int count) const {
    refuse_if(count < 0 || count > steps_ - step_, "asked for " + std::to_string(count) +
                                                       " steps, and the case has " +
                                                       std::to_string(steps_ - step_) + " left");
  }
  Step next_step() const { return step_of(now_, fresh_, step_); }
  // From field k into the other one.
  Step step_of(int k, bool fresh, int n) const {
    return {grid,      taps_,     fields_[k].cells(), fields_[1 - k].cells(), v2dt2.cells(),
            sponge_z_, sponge_x_, sponge_y_,          sources_.view(),        wavelets_,
            receiver_places_, traces_, n, steps_, receivers_, fresh};
  }
  void took_steps(int count, bool twice_tapered = false) {
    now_ ^= count % 2;
    step_ += count;
    if (count > 0) fresh_ = twice_tapered;
  }
  void copy_out(int k, float *host) const { fields_[k].copy_out(host); }
  int which() const { return now_; }  // of the two fields is p(n)
  float *field(int k) const { return fields_[k].cells(); }

  const Grid grid;
  const dim3 blocks;

 private:
  static constexpr int threads = 256, many = 4096;

  std::vector<std::int64_t> places(const ladder_wave &c) const {
    std::vector<std::int64_t> all;
    for (int i = 0; i < c.receivers; ++i)
      all.push_back(grid.at(c.receiver_cells[i].z, c.receiver_cells[i].x, c.receiver_cells[i].y));
    return all;
  }

  const int steps_, receivers_;
  const Field fields_[2];

 public:
  const Field v2dt2;

 private:
  const Table<float> sponge_z_, sponge_x_, sponge_y_, wavelets_, traces_;
  const Table<std::int64_t> receiver_places_;
  const SortedSources sources_;
  Taps taps_{};
  int now_ = 0, step_ = 0, uploaded_ = 0;
  bool fresh_ = true;
};

// Refuses a block that the kernel cannot have.
template <typename Kernel>
void must_allow(Kernel kernel, int threads) {
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  refuse_if(threads > attributes.maxThreadsPerBlock,
            "a block of " + std::to_string(threads) + " threads: this kernel can have " +
                std::to_string(attributes.maxThreadsPerBlock));
}

inline int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

// Lets the kernel have so many bytes of shared memory, or refuses.
template <typename Kernel>
void must_allow_shared(Kernel kernel, int bytes) {
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024;
  refuse_if(bytes > most, "the tiles of a block need " + std::to_string(bytes) +
                              " bytes of shared memory, and there are " + std::to_string(most) +
                              ": take smaller blocks");
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}

}  // namespace
