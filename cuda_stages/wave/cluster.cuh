// How blocks of a thread block cluster hand each other their halos: four cells at a time, written into
// the shared memory of the block that they are for, where they belong. No maths here.
#pragma once
#include "cuda_stages/shared/clusters.cuh"
#include "cuda_stages/wave/exchange.cuh"

namespace {

// The tile of a block. Blocks of a cluster have consecutive numbers, along z first.
__device__ inline int tile_of(const Tiling &t, int block) {
  const int size = t.cluster_z * t.cluster_x, cluster = block / size, rank = block % size;
  const int z = cluster % (t.nz / t.cluster_z) * t.cluster_z + rank % t.cluster_z;
  const int x = cluster / (t.nz / t.cluster_z) * t.cluster_x + rank / t.cluster_z;
  return z + t.nz * x;
}
// The rank of the block whose tile is next to tile b in direction d; -1: none, or of another cluster.
__device__ inline int neighbouring_rank(const Tiling &t, int b, int d) {
  const int z = b % t.nz + Exchange::step_z(d), x = b / t.nz + Exchange::step_x(d);
  if (z < 0 || z >= t.nz || x < 0 || x >= t.nx || z / t.cluster_z != b % t.nz / t.cluster_z ||
      x / t.cluster_x != b / t.nz / t.cluster_x)
    return -1;
  return z % t.cluster_z + t.cluster_z * (x % t.cluster_x);
}

// The quads that a thread writes into other blocks of its cluster at every step, at most `Held`.
template <int Held>
class ClusterHalo {
 public:
  // Shared memory is that of the block: [2][tile.size()] cells, and behind them two barriers.
  __device__ ClusterHalo(const Exchange &e, int b, float *field)
      : buffer_(e.tile.size()), arrivals_(reinterpret_cast<Arrivals *>(field + 2 * buffer_)) {
#pragma unroll
    for (int h = 0; h < Held; ++h) from_[h] = -1;
    int begin = 0;  // number of the first quad of direction d
    for (int d = 0; d < 4; ++d) {
      const int rank = neighbouring_rank(e.tiling, b, d);
      if (rank < 0) continue;
      near |= 1u << d;
      const int step_z = Exchange::step_z(d), step_x = Exchange::step_x(d);
      const int cells_z = step_z ? Tile::frame(e.halo) : e.tiling.z;
      const int from = e.tile.first + Exchange::begin(step_z, cells_z, e.tiling.z, false) +
                       e.tile.pitch * Exchange::begin(step_x, e.halo, e.tiling.x, false);
      const int to = -step_z * e.tiling.z - step_x * e.tiling.x * e.tile.pitch;  // from there
      const int quads = cells_z / 4 * (step_x ? e.halo : e.tiling.x);
#pragma unroll
      for (int h = 0; h < Held; ++h) {
        const int q = int(threadIdx.x + h * blockDim.x) - begin;
        if (q < 0 || q >= quads) continue;
        from_[h] = from + 4 * (q % (cells_z / 4)) + e.tile.pitch * (q / (cells_z / 4));
        to_[h] = address_of_rank(shared_address(field + from_[h] + to), rank);
        arrivals_of_[h] = address_of_rank(shared_address(arrivals_), rank);
      }
      begin += quads;
    }
    bytes_ = 16 * begin;  // as many as come
    if (threadIdx.x < 2) init_arrivals(arrivals_ + threadIdx.x);
  }

  // Into the halos of buffer `which`, 0 or 1.
  __device__ void send(const float *field, int which) const {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (from_[h] >= 0)
        put_quad(to_[h] + which * buffer_ * int(sizeof(float)),
                 *reinterpret_cast<const float4 *>(field + which * buffer_ + from_[h]),
                 arrivals_of_[h] + which * int(sizeof(Arrivals)));
  }

  // Waits until the halo of that buffer has come for the n-th time, counted from 0.
  __device__ void receive(int which, int n) const {
    if (!bytes_) return;
    if (threadIdx.x == 0) expect_bytes(arrivals_ + which, bytes_);
    wait_for_bytes(arrivals_ + which, n % 2);
  }

  unsigned near = 0;  // a bit for each direction in which quads go, not words

 private:
  const int buffer_;
  Arrivals *const arrivals_;
  int from_[Held], bytes_ = 0;
  unsigned to_[Held], arrivals_of_[Held];
};

}  // namespace
