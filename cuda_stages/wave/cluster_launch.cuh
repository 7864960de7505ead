// Tilings in thread block clusters: how many are on the chip at once, and of which tiles. No maths here.
#pragma once
#include "cuda_stages/shared/clusters.cuh"
#include "cuda_stages/wave/tiles.cuh"

namespace {

constexpr int most_cluster = 8;   // blocks that every device with clusters takes
constexpr int most_of_some = 16;  // and that some take, if a kernel asks for it

// The tiling in clusters as asked for, z by x; for zeros, in columns of tiles as far as they go.
inline Tiling in_clusters(Tiling t, const int *asked) {
  t.cluster_z = asked[0];
  t.cluster_x = asked[0] ? asked[1] : 1;
  for (int z = 1; !asked[0] && z <= most_cluster; ++z)
    if (t.nz % z == 0) t.cluster_z = z;
  return t;
}

// The tiling in clusters of z by x tiles. Those beyond the grid are all zero.
inline Tiling whole_clusters(Tiling t, int z, int x) {
  t.cluster_z = z, t.cluster_x = x;
  t.nz = ceil_div(t.nz, z) * z, t.nx = ceil_div(t.nx, x) * x;
  return t;
}

// So many bytes, but more than half of what there is, so that a multiprocessor gets one block.
inline int alone(int shared_bytes, const Device &device) {
  return std::max(shared_bytes, device.shared_bytes / 2 + 16);
}

// What the chip holds at once of a kernel that leaves no space for another block.
class ClusterPlaces {
 public:
  ClusterPlaces(const void *kernel, int threads, const Device &device, const int *asked,
                int most = most_cluster)
      : asked_(asked), blocks_{0, device.processors} {
    int able = 0;
    CHECK(cudaDeviceGetAttribute(&able, cudaDevAttrClusterLaunch, 0));
    refuse_if(!able,
              "the device has no thread block clusters, which came with compute capability 9.0: "
              "take persistent");
    refuse_if(asked[0] * asked[1] > most,
              "a cluster of " + std::to_string(asked[0]) + " x " + std::to_string(asked[1]) +
                  " blocks is too large: at most " + std::to_string(most));
    if (most > most_cluster)
      CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               device.shared_bytes));
    for (int n = 2; n <= most; ++n)
      blocks_[n] = n * ClusterLaunch(device.processors / n * n, threads, device.shared_bytes, n)
                           .clusters(kernel);
  }
  // Whether the tiles are whole clusters, and all of them have a place.
  bool hold(const Tiling &tiles) const {
    const Tiling t = in_clusters(tiles, asked_);
    return t.nz % t.cluster_z == 0 && t.nx % t.cluster_x == 0 && places(t);
  }
  bool places(const Tiling &t) const { return t.tiles() <= blocks_[t.cluster_z * t.cluster_x]; }

 private:
  const int *const asked_;
  int blocks_[most_of_some + 1];  // in clusters of so many
};

}  // namespace
