// Sides of tiles within a thread block cluster: they go into the shared memory of the block next to
// them. The others go through the second-level cache as words. No maths here.
#pragma once
#include <optional>

#include "cuda_stages/heat/patch.cuh"

namespace {

// Which tile a block has, and which tiles next to it are of the same cluster. Blocks of a cluster
// have consecutive numbers, along z first.
struct ClusterPlace {
  int tile;
  int rank[6];  // of the block in direction d, -1 if it is of another cluster or none
  bool far[6];  // it is of another cluster

  __device__ ClusterPlace(const Tiling &t, const Cluster &c, int block) {
    const int cluster = block / c.tiles(), own = block % c.tiles();
    const int nz = t.nz / c.z, nx = t.nx / c.x;
    const int in[3] = {own % c.z, own / c.z % c.x, own / c.z / c.x};
    const int size[3] = {c.z, c.x, c.y}, apart[3] = {1, c.z, c.z * c.x};
    const int at[3] = {cluster % nz * c.z + in[0], cluster / nz % nx * c.x + in[1],
                       cluster / nz / nx * c.y + in[2]};
    const int all[3] = {t.nz, t.nx, t.ny};
    tile = at[0] + t.nz * (at[1] + t.nx * at[2]);
#pragma unroll
    for (int d = 0; d < 6; ++d) {
      const int axis = d / 2, step = d % 2 ? 1 : -1, to = in[axis] + step;
      rank[d] = to < 0 || to >= size[axis] ? -1 : own + step * apart[axis];
      far[d] = rank[d] < 0 && at[axis] + step >= 0 && at[axis] + step < all[axis];
    }
  }
};

// What is beyond the sides is in two copies, for steps of either parity; behind them two barriers.
struct TwiceBeyond {
  int size;      // of one
  int barriers;  // where they begin

  __host__ __device__ explicit TwiceBeyond(const Tile &tile)
      : size(tile.size_apart() - tile.beyond_end(0)), barriers(tile.size_apart() + size) {}
  __host__ __device__ int bytes() const { return barriers * 4 + 2 * int(sizeof(Arrivals)); }
};

// The quads that a thread sends within the cluster, at most `Held`.
template <int Held>
class NearSides {
 public:
  __device__ NearSides(const Exchange &e, const ClusterPlace &place, float *field)
      : twice_(e.tile), arrivals_(reinterpret_cast<Arrivals *>(field + twice_.barriers)) {
#pragma unroll
    for (int h = 0; h < Held; ++h) from_[h] = -1;
    int begin = 0;
#pragma unroll
    for (int d = 0; d < 6; ++d) {
      if (place.rank[d] < 0) continue;
      const int quads = e.cells(d) / 4, to = d ^ 1;
#pragma unroll
      for (int h = 0; h < Held; ++h) {
        const int q = int(threadIdx.x + h * blockDim.x) - begin;
        if (q < 0 || q >= quads) continue;
        from_[h] = d < 2 ? e.tile.own_end(d) + 4 * q : e.place(d, 4 * q);
        const int at = (d < 2 ? e.tile.beyond_end(to) : e.tile.beyond_side(to)) + 4 * q;
        to_[h] = address_of_rank(shared_address(field + at), place.rank[d]);
        arrivals_of_[h] = address_of_rank(shared_address(arrivals_), place.rank[d]);
      }
      begin += quads;
    }
    bytes_ = 16 * begin;  // as many as come
    if (threadIdx.x < 2) init_arrivals(arrivals_ + threadIdx.x);
  }

  // What step n needs, counted from the launch's first.
  __device__ void send(const float *field, int n) const {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (from_[h] >= 0)
        put_quad(to_[h] + n % 2 * twice_.size * int(sizeof(float)),
                 *reinterpret_cast<const float4 *>(field + from_[h]),
                 arrivals_of_[h] + n % 2 * int(sizeof(Arrivals)));
  }
  __device__ void expect(int n) const {
    if (threadIdx.x == 0 && bytes_) expect_bytes(arrivals_ + n % 2, bytes_);
  }
  __device__ void receive(int n) const {
    if (bytes_) wait_for_bytes(arrivals_ + n % 2, (n - 1) / 2 % 2);
  }
  // From a place beyond a side to that of step n.
  __device__ int beyond(int n) const { return n % 2 * twice_.size; }

 private:
  const TwiceBeyond twice_;
  Arrivals *const arrivals_;
  int from_[Held], bytes_ = 0;
  unsigned to_[Held], arrivals_of_[Held];
};

// The words of the other sides; as Halo, whose words are of all sides.
template <int Held>
class FarSides {
 public:
  __device__ FarSides(const Exchange &e, const ClusterPlace &place) {
#pragma unroll
    for (int h = 0; h < Held; ++h) {
      packet_[h].slot = -1;
      int k = threadIdx.x + h * blockDim.x;
      bool found = false;
#pragma unroll
      for (int d = 0; d < 6; ++d) {
        const int words = e.begin(d + 1) - e.begin(d);
        if (found || !place.far[d]) continue;
        if (k < words) {
          packet_[h] = e.packet(place.tile, e.begin(d) + k);
          in_[h] = place.tile * e.words() + e.begin(d) + k;
          found = true;
        }
        k -= words;
      }
    }
  }
  __device__ void send(Word *slots, const float *p, unsigned epoch) const {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h))
        put(slots + packet_[h].slot,
            {p[packet_[h].from[0]], p[packet_[h].from[1]], p[packet_[h].from[2]], epoch});
  }
  __device__ void look(const Word *slots) {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h)) got_[h] = get(slots + in_[h]);
  }
  __device__ void receive(const Word *slots, float *beyond, unsigned epoch) {
    while (!arrived(epoch)) {
#pragma unroll
      for (int h = 0; h < Held; ++h)
        if (exists(h) && got_[h].epoch != epoch) got_[h] = get(slots + in_[h]);
    }
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h)) {
        beyond[packet_[h].beyond[0]] = got_[h].a;
        beyond[packet_[h].beyond[1]] = got_[h].b;
        beyond[packet_[h].beyond[2]] = got_[h].c;
      }
  }

 private:
  __device__ bool exists(int h) const { return packet_[h].slot >= 0; }
  __device__ bool arrived(unsigned epoch) const {
    bool all = true;
#pragma unroll
    for (int h = 0; h < Held; ++h) all &= !exists(h) || got_[h].epoch == epoch;
    return all;
  }

  Packet packet_[Held];
  int in_[Held];
  Word got_[Held];
};

// Tiles in clusters, and the threads of a block.
struct ClusterChoice {
  Tiling tiling;
  Cluster cluster;
  int threads;
};

// In clusters of at most `most` tiles, so that the fewest words go to other clusters. Tiles that only
// fill a cluster up are beyond the grid: there all is zero. A thread has at most `held` words and quads.
inline ClusterChoice choose_clusters(const Tiling &tiles, const Patch &patch, int held, int most,
                                     const void *kernel) {
  refuse_if(!device_attribute(cudaDevAttrClusterLaunch),
            "the device has no thread block clusters, which came with compute capability 9.0: take "
            "halo-last");
  const int processors = device_attribute(cudaDevAttrMultiProcessorCount);
  const int bytes = TwiceBeyond(Tile(tiles)).bytes();
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  if (most > 8)
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  std::optional<ClusterChoice> best;
  int fewest = 0;
  const auto consider = [&](const Cluster &c) {
    const auto whole = [](int n, int of) { return ceil_div(n, of) * of; };
    Tiling t = tiles;
    t.nz = whole(t.nz, c.z), t.nx = whole(t.nx, c.x), t.ny = whole(t.ny, c.y);
    const int cells[] = {t.x * t.y, t.z * t.y, t.z * t.x}, all[] = {t.nz, t.nx, t.ny},
              in_cluster[] = {c.z, c.x, c.y};
    int far = 0, near = 0;  // at most, of a block
    for (int axis = 0; axis < 3; ++axis) {
      const int n = all[axis], of = in_cluster[axis];
      far += (n == of ? 0 : of > 1 ? 1 : 2) * ceil_div(cells[axis], 3);
      near += std::min(of - 1, 2) * cells[axis] / 4;
    }
    const int needed =
        std::max({computing_threads(t, patch), ceil_div(far, held), ceil_div(near, held)});
    const int threads = ceil_div(needed, 32) * 32;
    if (t.tiles() > processors || threads > patch.most_threads) return;
    if (best && far >= fewest) return;
    if (c.tiles() > 1 &&
        ClusterLaunch(t.tiles(), threads, bytes, c.tiles()).clusters(kernel) * c.tiles() <
            t.tiles())
      return;
    best = {t, c, threads}, fewest = far;
  };
  for (int z = 1; z <= most; ++z)
    for (int x = 1; z * x <= most; ++x)
      for (int y = 1; z * x * y <= most; ++y) consider({z, x, y});
  refuse_if(!best, "a thread would have more than " + std::to_string(held) +
                       " words of the sides of this tile: take halo-last");
  return *best;
}

}  // namespace
