// tma: planes come into shared memory as bulk tensor copies, some planes ahead.
// flags: -O3 -ftz=true
//
// Changes: a block asks the tensor memory accelerator of Hopper for its tile of a plane, with a
//   frame, and has `ring` such tiles in shared memory: while it computes one, the next ones come.
// Order: plane k of a piece lies in slot k % ring. When the whole block is done with plane k - 1,
//   its slot takes plane k - 1 + ring. A slot's barrier counts the bytes of one copy after the
//   other: its parity says which.
// Longer than a slide: wide's loads go and a ring of planes with its barriers takes their place.
// Why: one thread starts a copy of 5 kB and no registers wait for it, so more is on its way: with 4
//   tiles and 8 blocks 86 kB a multiprocessor, where 3 TB/s need 16 kB. Beyond the grid the
//   accelerator fills in zeros, so no thread asks whether a neighbour exists.
// Expected: at 512^3 97 % of the copy speed of an H100, 2 % more than wide; at 128^3 a fifth slower
//   than wide: a piece has 4 planes, and the first 3 that it reads are waited for
// Launch: `block` is the threads along z and x, each with 4 cells along z; `ring` the tiles of a
//   block; `planes` of a piece along y, chosen to fill the device unless it is given; `steps` of a
//   graph. Needs compute capability 9.0. Not wide's --block=32x4: the two lines of frame that a
//   copy brings with a tile are a quarter of 8 lines and half of 4.
// Run: ladder --case=heat-512 --stage=tma --block=32x8 --ring=4
#include "cuda_stages/heat/field_boxes.cuh"
#include "cuda_stages/heat/marching.cuh"
#include "cuda_stages/heat/quad.cuh"

namespace {

constexpr int most_tiles = 16, frame = 4;

// Tiles in shared memory: each begins at 128 bytes, as the accelerator demands.
struct Ring {
  int tiles;
  int pitch, bytes;  // of a line in cells; of a tile
  Ring(const dim3 &block, int tiles)
      : tiles(tiles), pitch(4 * block.x + 2 * frame), bytes(pitch * (block.y + 2) * sizeof(float)) {
  }
  __host__ __device__ int stride() const { return (bytes + 127) / 128 * 32; }  // cells
};

__global__ void march_tma(const __grid_constant__ CUtensorMap now, Grid g, int planes, Ring ring,
                          float factor, float *__restrict__ next) {
  extern __shared__ __align__(128) float tiles[];  // [ring.tiles][ring.stride()]
  __shared__ Arrival arrivals[most_tiles];
  const int begin_z = 4 * blockIdx.x * blockDim.x, begin_x = blockIdx.y * blockDim.y;
  const Piece piece(g, planes, blockIdx.z);
  if (piece.first >= piece.end) return;
  const int count = piece.end - piece.first + 2;  // planes to read, the first one below the piece
  const bool fetches = threadIdx.x == 0 && threadIdx.y == 0;
  const auto fetch = [&](int k) {
    const int slot = k % ring.tiles;
    arrivals[slot].expect(ring.bytes);
    fetch_box(tiles + slot * ring.stride(), now,
              {begin_z - frame, begin_x - 1, piece.first - 1 + k}, arrivals[slot]);
  };
  if (fetches) {
    for (int slot = 0; slot < ring.tiles; ++slot) arrivals[slot].prepare();
    show_barriers_to_accelerator();
    for (int k = 0; k < min(ring.tiles, count); ++k) fetch(k);
  }
  __syncthreads();  // others look at the barriers only when they stand

  const int iz = begin_z + 4 * threadIdx.x, ix = begin_x + threadIdx.y;
  const bool changes = iz < g.nz && ix > 0 && ix < g.nx - 1;
  const Quad f = factors_along_z(factor, iz, g.nz);
  const int place = frame + 4 * threadIdx.x + ring.pitch * (1 + threadIdx.y);
  const auto own_of = [&](int k) {
    const int slot = k % ring.tiles;
    arrivals[slot].wait(k / ring.tiles % 2);
    return tiles + slot * ring.stride() + place;
  };
  const float *own = own_of(0);
  Quad below = load_quad(own);
  own = own_of(1);
  Quad centre = load_quad(own);
  for (int k = 1; k < count - 1; ++k) {
    const float *const upper = own_of(k + 1);
    const Quad above = load_quad(upper);
    __syncthreads();  // the whole block is done with plane k - 1
    if (fetches && k - 1 + ring.tiles < count) fetch(k - 1 + ring.tiles);
    if (changes) {
      const QuadNeighbours n = {.before = own[-1],
                                .behind = own[4],
                                .left = load_quad(own - ring.pitch),
                                .right = load_quad(own + ring.pitch),
                                .below = below,
                                .above = above};
      store_quad(next + g.at(iz, ix, piece.first - 1 + k), step_quad(f, centre, n));
    }
    below = centre;
    centre = above;
    own = upper;
  }
}

enum { knob_block, knob_ring, knob_planes, knob_steps };

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : factor_(c.factor), field_(Grid(c, 4)), block_(block_of(launch.knob[knob_block])),
        ring_(block_, launch.knob[knob_ring][0]), shared_bytes_(allowed_bytes(ring_)),
        planes_(planes_of_piece(launch.knob[knob_planes][0], field_.grid,
                                dim3(4 * block_.x, block_.y),
                                blocks_at_once(march_tma, block_, shared_bytes_))),
        blocks_(blocks_for(field_.grid, 4 * block_.x, block_.y, planes_)) {
    must_allow(march_tma, block_);
    for (int k : {0, 1})
      maps_[k] = boxes_of(field_.buffer(k), field_.grid, ring_.pitch, int(block_.y) + 2);
    graph_.emplace(launch.knob[knob_steps][0],
                   [this](cudaStream_t stream, int k) { step(stream, k); });
  }

  void upload(const float *now) { field_.upload(now); }
  void advance(int count) { graph_->advance(field_, count); }
  void download(float *now) { field_.download(now); }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {ring_.tiles},
             {planes_},
             {graph_->length()}}};
  }

 private:
  static int allowed_bytes(const Ring &ring) {
    const int bytes = ring.tiles * ring.stride() * sizeof(float);
    refuse_if(bytes + 1024 > device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin),
              "the tiles of a block need " + std::to_string(bytes) +
                  " bytes of shared memory, more than there are: take a smaller --ring or --block");
    CHECK(cudaFuncSetAttribute(march_tma, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    return bytes;
  }

  void step(cudaStream_t stream, int k) const {
    march_tma<<<blocks_, block_, shared_bytes_, stream>>>(maps_[k], field_.grid, planes_, ring_,
                                                          factor_, field_.buffer(1 - k));
    CHECK(cudaGetLastError());
  }

  const float factor_;
  Field field_;
  const dim3 block_;
  const Ring ring_;
  const int shared_bytes_, planes_;
  const dim3 blocks_;
  CUtensorMap maps_[2];  // of either buffer
  std::optional<GraphRun> graph_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "march_tma", 2, {32, 8}, {1, 1}, {62, 254}),
    LADDER_KNOB(ring, "tiles of a block in shared memory", nullptr, 1, {4}, {3}, {most_tiles}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "wide",
                .change = "planes come into shared memory as bulk tensor copies, some planes ahead",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/33a_tma.counts.cuh"
