// cluster: blocks of a cluster take lines of each other's frames from shared memory to shared memory.
// flags: -O3 -ftz=true
//
// Changes: `cluster` blocks that follow each other along x are a thread block cluster. A block loads its own lines; of its
//   frame along x it loads what no block of the cluster has, and copies the rest from the neighbour's shared memory.
// Why: at M = 8 a tile of wide has 16 lines of its own and 16 of its frame, so the second-level cache delivers p(n) twice. In
//   a cluster of 4 it is 1.25 times. Against it: a barrier of the cluster for each plane, and clusters do not fill all
//   multiprocessors.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an axis. The second taper of
//   a field comes one step late (step.cuh).
// Layout: z fastest; lines begin at 128 bytes, and what is beyond nz is zero. No frames: copies beyond the grid fill in
//   zeros. A tile's frame is M rounded up to 4 along z and M along x.
// Launch: `block` is the threads along z and x; `planes` of a piece, chosen to fill the device unless given.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2 operations a tap and 6
//   beside them.
// Run: ladder --case=two-layer-512 --stage=cluster --cluster=2 --block=16x16 --lines=1
#include <cuda_pipeline_primitives.h>

#include "cuda_stages/wave3d/half_lengths.cuh"
#include "cuda_stages/wave3d/own_cells.cuh"

namespace {

constexpr int ring = 4;
// All threads of all blocks of the cluster. The second barrier adds nothing; compute-sanitizer's racecheck knows it alone.
__device__ inline void cluster_barrier() {
#if __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
#endif
  __syncthreads();
}

// From the place in the shared memory of block `rank` that `p` is in this block's.
__device__ inline Quad load_quad_of(int rank, const float *p) {
  Quad q{};
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "{\n"
      " .reg .u32 there;\n"
      " mapa.shared::cluster.u32 there, %4, %5;\n"
      " ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there];\n"
      "}"
      : "=f"(q.c[0]), "=f"(q.c[1]), "=f"(q.c[2]), "=f"(q.c[3])
      : "r"(std::uint32_t(__cvta_generic_to_shared(p))), "r"(rank)
      : "memory");
#endif
  return q;
}

constexpr int most_threads(int m, int lines) { return lines == 1 || m == 1 ? 512 : 256; }

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M,
                                          Lines)) void cluster_step(const __grid_constant__ Step s,
                                                                    int planes, int cluster) {
  constexpr int F = frame_along_z(M);
  extern __shared__ __align__(16) float tiles[];  // [ring][x + 2 M][pitch]
  const Grid &g = s.g;
  s.record(s.now, s.n);
  const int pitch = 4 * blockDim.x + 2 * F, lines = Lines * blockDim.y + 2 * M;
  const int begin_z = 4 * blockIdx.x * blockDim.x, begin_x = Lines * blockIdx.y * blockDim.y;
  const int iz = begin_z + 4 * threadIdx.x, ix = begin_x + Lines * threadIdx.y;
  const int place = F + 4 * threadIdx.x + pitch * (M + Lines * threadIdx.y);
  const Piece piece(g, planes, blockIdx.z);
  const auto tile_of = [&](int y) { return tiles + (y - piece.first) % ring * pitch * lines; };
  const int rank = blockIdx.y % cluster, own_lines = Lines * blockDim.y;
  const int first_line = rank > 0 ? M : 0, end_line = lines - (rank < cluster - 1 ? M : 0);
  // Own lines, and what of the frame no block of the cluster has.
  const auto fetch = [&](int y) {
    if (y <= piece.last && y < g.ny)
      for (int l = first_line + threadIdx.y; l < end_line; l += blockDim.y)
        for (int q = 4 * threadIdx.x; q < pitch; q += 4 * blockDim.x) {
          const int z = begin_z - F + q, x = begin_x - M + l;
          const bool inside = z >= 0 && z < g.nz && x >= 0 && x < g.nx;
          __pipeline_memcpy_async(tile_of(y) + q + l * pitch,
                                  inside ? s.now + g.at(z, x, y) : s.now, 16, inside ? 0 : 16);
        }
    __pipeline_commit();
  };
  // The rest, when it stands in the other blocks.
  const auto take_frame = [&](int y) {
    if (y > piece.last || y >= g.ny) return;
    float *const tile = tile_of(y) + F + 4 * threadIdx.x;
    for (int l = threadIdx.y; l < M; l += blockDim.y) {
      if (rank > 0)
        store_quad(tile + l * pitch, load_quad_of(rank - 1, tile + (own_lines + l) * pitch));
      if (rank < cluster - 1)
        store_quad(tile + (M + own_lines + l) * pitch,
                   load_quad_of(rank + 1, tile + (M + l) * pitch));
    }
  };
  const OwnCells<Lines> cells(s, iz, ix);
  SourcesOnTheWay sources(s);
  Sums<M, Lines> sums;
  for (int k = 0; k < ring - 1; ++k) fetch(piece.first + k);
  __pipeline_wait_prior(ring - 2);
  cluster_barrier();
  take_frame(piece.first);

#pragma unroll(M <= 4 ? 2 : 1)
  for (int y = piece.first; y <= piece.last; ++y) {
    const int done = y - M;  // the plane that y completes
    Quad before[Lines] = {}, v2dt2[Lines] = {};
    if (done >= piece.begin)
#pragma unroll
      for (int i = 0; i < Lines; ++i)
        if (iz < g.nz && ix + i < g.nx) {
          before[i] = load_quad(s.before + g.at(iz, ix + i, done));
          v2dt2[i] = load_quad(s.v2dt2 + g.at(iz, ix + i, done));
        }
    __pipeline_wait_prior(ring - 3);  // plane y + 1 has come, of this thread
    cluster_barrier();  // of all threads; the frame of plane y stands; all are done with plane y - 1
    fetch(y + ring - 1);
    take_frame(y + 1);
    Quad value[Lines], lap[Lines];
    if (y < g.ny)
      sums.take(tile_of(y) + place, pitch, s.taps, value, lap);
    else
      sums.take_nothing(s.taps, value, lap);
    if (done < piece.begin) continue;
    Quad next[Lines];
    cells.finish(s, done, s.n, s.fresh, sources, value, before, v2dt2, lap, next);
#pragma unroll
    for (int i = 0; i < Lines; ++i)
      if (iz < g.nz && ix + i < g.nx) store_quad(s.before + g.at(iz, ix + i, done), next[i]);
  }
  cluster_barrier();  // a neighbour may still read
}

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : block_(launch.knob[0][0], launch.knob[0][1]), lines_(launch.knob[1][0]),
        cluster_(launch.knob[2][0]), planes_(planes(c, launch.knob[3][0])),
        run_(c, Grid(c, false), dim3(4 * block_.x, lines_ * block_.y, planes_)) {}

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.advance(count, [&](const Step &step) {
      cudaLaunchAttribute cluster{};
      cluster.id = cudaLaunchAttributeClusterDimension;
      cluster.val.clusterDim = {1, unsigned(cluster_), 1};
      cudaLaunchConfig_t config{};
      config.gridDim =
          dim3(run_.blocks.x, ceil_div(run_.blocks.y, cluster_) * cluster_, run_.blocks.z);
      config.blockDim = block_;
      config.dynamicSmemBytes = shared_bytes(step.g.m);
      config.attrs = &cluster;
      config.numAttrs = 1;
      CHECK(cudaLaunchKernelEx(&config, kernel_, step, planes_, cluster_));
    });
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{int(block_.x), int(block_.y)}, {lines_}, {cluster_}, {planes_}}};
  }

 private:
  int shared_bytes(int m) const {
    return ring * (4 * block_.x + 2 * frame_along_z(m)) * (lines_ * block_.y + 2 * m) *
           int(sizeof(float));
  }

  // Sets the kernel too.
  int planes(const ladder_wave &c, int given) {
    refuse_if(device_attribute(cudaDevAttrComputeCapabilityMajor) < 9,
              "the device has no clusters, which came with compute capability 9.0: take wide");
    refuse_if(lines_ * int(block_.y) < c.half_length,
              "a block needs at least as many lines as the half-length");
    with_half_length(c.half_length, [&](auto m) {
      kernel_ = lines_ == 2 ? cluster_step<m, 2> : cluster_step<m, 1>;
    });
    const int threads = block_.x * block_.y, bytes = shared_bytes(c.half_length);
    must_allow(kernel_, threads);
    must_allow_shared(kernel_, bytes);
    return planes_of_piece(given, Grid(c, false), 4 * block_.x, lines_ * block_.y,
                           blocks_a_multiprocessor(kernel_, threads, bytes),
                           c.half_length == 1 ? short_piece : c.ny);
  }

  void (*kernel_)(Step, int, int) = nullptr;
  const dim3 block_;
  const int lines_, cluster_, planes_;
  Run run_;
};

const ladder_knob knobs[] = {
    {"block", "threads a block, z by x", "cluster_step", 2, {16, 16}, {1, 1}, {256, 256}},
    {"lines", "lines of 4 cells a thread, 1 or 2", nullptr, 1, {1}, {1}, {2}},
    {"cluster", "blocks of a cluster", nullptr, 1, {2}, {1}, {8}},
    {"planes", "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "wide",
    .change = "blocks of a cluster copy lines of their frames from each other's shared memory",
    .expectation =
        "a tenth slower than wide at 512^3 on an H100: 0.5 us for the barrier of the cluster at "
        "each plane, of which other "
        "blocks of the multiprocessor hide most; the second-level cache delivers half of p(n), and "
        "did not bound it",
    .device = LADDER_ON_CUDA,
    .knobs = 4,
    .knob = knobs,
    LOOP_ENTRIES(Stage)};
