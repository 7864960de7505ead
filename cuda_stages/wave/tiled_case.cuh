// The argument of the stages with one cooperative kernel, and whether several shots are equal. No
// maths here.
#pragma once
#include <algorithm>

#include "cuda_stages/wave/exchange.cuh"
#include "cuda_stages/wave/resident.cuh"
#include "cuda_stages/wave/tiles.cuh"

namespace {

// Several models side by side: what each has of its own on the device, and the largest p^2 that is
// looked for in it.

// As a kernel sees them: model i has its part of an array at i times the values of a model.
struct ModelsView {
  const float *v2dt2 = nullptr, *wavelets = nullptr;  // padded; [sources][steps]
  float *most = nullptr;                              // padded: the largest p^2 of each cell
  unsigned long long *peaks = nullptr;                // [models], by key_of
  std::size_t wavelet_values = 0;                     // of a model
  int every = 1;                                      // steps between two looks
  ladder_cell first{}, cells{};                       // the block that is looked at

  __device__ bool looks_at(int step, int steps) const { return step % every == 0 || step == steps; }
  __device__ bool looks_at_cell(int z, int x) const {
    return z >= first.z && z < first.z + cells.z && x >= first.x && x < first.x + cells.x;
  }
};

// Of two peaks the larger key is the larger energy, or the earlier of two alike.
__device__ inline unsigned long long key_of(float energy, int step) {
  return static_cast<unsigned long long>(__float_as_uint(energy)) << 32 | (0xffffffffu - step);
}

class Models {
 public:
  Models(const ladder_wave &c, const Padded &g, const ladder_wave_models &m)
      : g_(g), count_(m.count), wavelet_values_(std::size_t{1} * c.sources * c.steps),
        v2dt2_(cells()), most_(cells()), wavelets_(count_ * wavelet_values_ + 1), peaks_(count_) {
    CHECK(cudaMemset(v2dt2_, 0, cells() * sizeof(float)));
    for (int i = 0; i < count_; ++i) {
      copy_in(g_, m.v2dt2[i], v2dt2_ + std::size_t(i) * g_.all(), start_copy);
      CHECK(cudaMemcpyAsync(wavelets_ + i * wavelet_values_, m.wavelets[i],
                            wavelet_values_ * sizeof(float), cudaMemcpyHostToDevice));
    }
    view_ = {v2dt2_, wavelets_, most_, peaks_, wavelet_values_, m.every, m.first, m.cells};
    CHECK(cudaDeviceSynchronize());
  }

  const ModelsView &view() const { return view_; }

  void forget_looks() {
    CHECK(cudaMemset(most_, 0, cells() * sizeof(float)));
    CHECK(cudaMemset(peaks_, 0, count_ * sizeof(unsigned long long)));
  }
  void peaks(ladder_wave_peak *peaks, float *most) const {
    std::vector<unsigned long long> keys(count_);
    CHECK(cudaMemcpy(keys.data(), peaks_, count_ * sizeof keys[0], cudaMemcpyDeviceToHost));
    for (int i = 0; i < count_; ++i) {
      const auto bits = static_cast<std::uint32_t>(keys[i] >> 32);
      std::memcpy(&peaks[i].energy, &bits, sizeof bits);
      peaks[i].step = bits ? static_cast<std::int32_t>(0xffffffffu - std::uint32_t(keys[i])) : 0;
      copy_out(g_, most_ + std::size_t(i) * g_.all(), most + std::size_t(i) * g_.nz * g_.nx * g_.ny,
               start_copy);
    }
    CHECK(cudaDeviceSynchronize());
  }

 private:
  const Padded g_;
  const int count_;
  const std::size_t wavelet_values_;
  const DeviceBuffer<float> v2dt2_, most_, wavelets_;
  const DeviceBuffer<unsigned long long> peaks_;
  ModelsView view_;

  std::size_t cells() const { return std::size_t(count_) * g_.all(); }
};

// The argument of the kernel. The result goes to other arrays than the start came from, because a
// neighbour may be late in fetching its first halo. Of several shots, shot s has the blocks from
// s * tiling.tiles() on, its fields at s * all cells (at the start perhaps all the same), its slots
// at 2 * s * Exchange::all() (or Lines::all()).
struct TiledCase {
  Tiling tiling;
  Padded g;
  float taps_z[LADDER_MOST_HALF_LENGTH + 1];  // [k] of the neighbours at k and -k
  float taps_x[LADDER_MOST_HALF_LENGTH + 1];
  const float *v2dt2, *sponge_z, *sponge_x;
  CellsView sources;      // grouped by block and thread; places are those of the tile
  CellsView receivers;    // grouped by block; likewise
  const float *factors;   // [sources] the taper of a source's cell
  const float *wavelets;  // [sources][steps]
  float *traces;          // [steps + 1][receivers]
  float *other_traces;    // [shots - 1][steps + 1][receivers]
  int steps, receiver_count;
  Word *slots;  // [shots][2][Exchange::all()]
  // What differs from launch to launch.
  const float *now, *before;  // all shots start from the same where start_stride is 0
  float *now_out, *before_out;
  int start_stride;
  unsigned epoch;   // the last that was used
  int step, count;  // the first step, and how many
  bool fresh;       // p(n-1) has been tapered twice already
  ModelsView models;
};

// How many values of the shots behind the first one differ from the first one's.
__global__ void count_differences(int shots, std::size_t count, const float *first,
                                  const float *others, std::size_t stride, int *differences) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    for (int s = 0; s < shots - 1; ++s)
      if (__float_as_uint(others[s * stride + i]) != __float_as_uint(first[i]))
        atomicAdd(differences, 1);
}

// Launches in thread block clusters: how many are on the chip at once, and of which tiles.

constexpr int most_cluster = 8;  // blocks that every device with clusters takes

// A launch with all blocks on the chip at once, in clusters of so many consecutive ones.
class ClusterLaunch {
 public:
  ClusterLaunch(int blocks, int threads, int shared_bytes, int cluster) {
    attributes_[0].id = cudaLaunchAttributeClusterDimension;
    attributes_[0].val.clusterDim.x = cluster;
    attributes_[0].val.clusterDim.y = attributes_[0].val.clusterDim.z = 1;
    attributes_[1].id = cudaLaunchAttributeCooperative;
    attributes_[1].val.cooperative = 1;
    config_.gridDim = dim3(blocks);
    config_.blockDim = dim3(threads);
    config_.dynamicSmemBytes = shared_bytes;
    config_.attrs = attributes_;
    config_.numAttrs = 2;
  }
  ClusterLaunch(const ClusterLaunch &) = delete;
  ClusterLaunch &operator=(const ClusterLaunch &) = delete;
  // How many such clusters are on the chip at once; 0 where it cannot have any.
  int clusters(const void *kernel) const {
    cudaLaunchConfig_t config = config_;
    config.numAttrs = 1;
    int count = 0;
    if (cudaOccupancyMaxActiveClusters(&count, kernel, &config) == cudaSuccess) return count;
    (void)cudaGetLastError();
    return 0;
  }
  void run(const void *kernel, void **arguments) const {
    CHECK(cudaLaunchKernelExC(&config_, kernel, arguments));
  }

 private:
  cudaLaunchAttribute attributes_[2] = {};
  cudaLaunchConfig_t config_ = {};
};

// The tiling in clusters as asked for, z by x; for zeros, in columns of tiles as far as they go.
inline Tiling in_clusters(Tiling t, const int *asked) {
  t.cluster_z = asked[0];
  t.cluster_x = asked[0] ? asked[1] : 1;
  for (int z = 1; !asked[0] && z <= most_cluster; ++z)
    if (t.nz % z == 0) t.cluster_z = z;
  return t;
}

// So many bytes, but more than half of what there is, so that a multiprocessor gets one block.
inline int alone(int shared_bytes, const Device &device) {
  return std::max(shared_bytes, device.shared_bytes / 2 + 16);
}

// What the chip holds at once of a kernel that leaves no space for another block.
class ClusterPlaces {
 public:
  // `blocks`, in clusters of so many.
  explicit ClusterPlaces(const int *blocks) { std::copy_n(blocks, most_cluster + 1, blocks_); }
  ClusterPlaces(const void *kernel, int threads, const Device &device)
      : blocks_{0, device.processors} {
    int able = 0;
    CHECK(cudaDeviceGetAttribute(&able, cudaDevAttrClusterLaunch, 0));
    refuse_if(!able,
              "the device has no thread block clusters, which came with compute capability 9.0: "
              "take persistent");
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               device.shared_bytes));
    for (int n = 2; n <= most_cluster; ++n)
      blocks_[n] = n * ClusterLaunch(device.processors / n * n, threads, device.shared_bytes, n)
                           .clusters(kernel);
  }
  // Whether the tiles are whole clusters, and all of them have a place.
  bool hold(const Tiling &t) const {
    return t.nz % t.cluster_z == 0 && t.nx % t.cluster_x == 0 &&
           t.tiles() <= blocks_[t.cluster_z * t.cluster_x];
  }

 private:
  int blocks_[most_cluster + 1];  // in clusters of so many
};

}  // namespace
