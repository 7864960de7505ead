// Launches in thread block clusters: how many are on the chip at once, and of which tiles. No maths
// here.
#pragma once
#include "cuda_stages/wave/tiles.cuh"

namespace {

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
  ClusterPlaces(const void *kernel, int threads, const Device &device, const int *asked)
      : asked_(asked), blocks_{0, device.processors} {
    int able = 0;
    CHECK(cudaDeviceGetAttribute(&able, cudaDevAttrClusterLaunch, 0));
    refuse_if(!able,
              "the device has no thread block clusters, which came with compute capability 9.0: "
              "take persistent");
    refuse_if(asked[0] * asked[1] > most_cluster,
              "a cluster of " + std::to_string(asked[0]) + " x " + std::to_string(asked[1]) +
                  " blocks is too large: at most " + std::to_string(most_cluster));
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               device.shared_bytes));
    for (int n = 2; n <= most_cluster; ++n)
      blocks_[n] = n * ClusterLaunch(device.processors / n * n, threads, device.shared_bytes, n)
                           .clusters(kernel);
  }
  // Whether the tiles are whole clusters, and all of them have a place.
  bool hold(const Tiling &tiles) const {
    const Tiling t = in_clusters(tiles, asked_);
    return t.nz % t.cluster_z == 0 && t.nx % t.cluster_x == 0 &&
           t.tiles() <= blocks_[t.cluster_z * t.cluster_x];
  }

 private:
  const int *const asked_;
  int blocks_[most_cluster + 1];  // in clusters of so many
};

}  // namespace
