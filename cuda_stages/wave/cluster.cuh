// How blocks of a thread block cluster hand each other their halos: four cells at a time, written
// into the shared memory of the block that they are for, where they belong. No maths here.
//
// Such a store is asynchronous and is counted by a barrier next to the cells: whoever has waited
// until that barrier has counted all bytes of a step sees them. One-way, and with no word to poll
// or unpack. Needs compute capability 9.0; the host refuses other devices before anything is
// launched.
#pragma once
#include "cuda_stages/wave/exchange.cuh"

namespace {

using Arrivals = unsigned long long;  // a barrier that counts bytes

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

__device__ inline unsigned shared_address(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
// The value at this address of the block with that rank in the cluster.
__device__ inline unsigned address_of_rank(unsigned address, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}
__device__ inline void init_arrivals(Arrivals *arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(arrivals)) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
// By one thread of the block, once a round. Bytes may have arrived before.
__device__ inline void expect_bytes(Arrivals *arrivals, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
                   shared_address(arrivals)),
               "r"(bytes)
               : "memory");
}
// By all threads: until all bytes of a round of this parity have arrived.
__device__ inline void wait_for_bytes(Arrivals *arrivals, unsigned parity) {
  asm volatile(
      "{\n"
      " .reg .pred done;\n"
      "again:\n"
      " mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n"
      " @!done bra again;\n"
      "}" ::"r"(shared_address(arrivals)),
      "r"(parity)
      : "memory");
}
// Both addresses are of one block.
__device__ inline void put_quad(unsigned to, const float4 &quad, unsigned arrivals) {
  asm volatile(
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, "
      "[%5];" ::"r"(to),
      "r"(__float_as_uint(quad.x)), "r"(__float_as_uint(quad.y)), "r"(__float_as_uint(quad.z)),
      "r"(__float_as_uint(quad.w)), "r"(arrivals)
      : "memory");
}
// For all threads of the cluster. What they wrote before, all see behind it.
__device__ inline void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

#else

__device__ inline unsigned shared_address(const void *) { return 0; }
__device__ inline unsigned address_of_rank(unsigned, unsigned) { return 0; }
__device__ inline void init_arrivals(Arrivals *) {}
__device__ inline void expect_bytes(Arrivals *, unsigned) {}
__device__ inline void wait_for_bytes(Arrivals *, unsigned) {}
__device__ inline void put_quad(unsigned, const float4 &, unsigned) {}
__device__ inline void cluster_barrier() { __syncthreads(); }

#endif

// The tile of a block. Blocks of a cluster have consecutive numbers, along z first.
__device__ inline int tile_of(const Tiling &t, int block) {
  const int size = t.cluster_z * t.cluster_x, cluster = block / size, rank = block % size;
  const int z = cluster % (t.nz / t.cluster_z) * t.cluster_z + rank % t.cluster_z;
  const int x = cluster / (t.nz / t.cluster_z) * t.cluster_x + rank / t.cluster_z;
  return z + t.nz * x;
}
// The rank of the block whose tile is next to tile b in direction d; -1: none, or of another
// cluster.
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
