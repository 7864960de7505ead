// One block a multiprocessor marches along y with a broad tile, as broad explains it: the tile's
// place in shared memory, the kernel, and the steps in a graph. `Cache` says what the second-level
// cache is asked for:
//   static __device__ void fetch(float *to, const CUtensorMap &, const int (&begin)[3], Arrival &);
//   static __device__ void store(float *to, const Quad &);
//   static constexpr bool turns;  // every second step marches down
#pragma once
#include "cuda_stages/heat/field_boxes.cuh"
#include "cuda_stages/heat/marching.cuh"
#include "cuda_stages/heat/quad.cuh"

namespace {

constexpr int most_planes = 16;  // of a ring
constexpr int box_side = 256;    // [cells] along z at most
constexpr int most_threads = 1024;
constexpr int longest_piece = 256;  // [planes] that is chosen

// A plane of a tile in shared memory: boxes of z by rows + 2 cells side by side, then what is
// before the tile along z, then what is behind it, 4 cells a line. Each part begins at 128 bytes,
// as the accelerator demands.
struct BroadTile {
  int planes;       // in the ring
  int rows;         // lines of the tile
  int boxes, wide;  // boxes along z; cells of a box's line
  int box, frame;   // sizes of a box, of what is before or behind [cells]

  BroadTile(const dim3 &block, int lines, int planes)
      : planes(planes), rows(block.y * lines), boxes(ceil_div(4 * block.x, box_side)),
        wide(4 * block.x / boxes), box(ceil_div(wide * (rows + 2), 32) * 32),
        frame(ceil_div(4 * (rows + 2), 32) * 32) {
    refuse_if(wide * boxes != 4 * int(block.x) || wide % 4,
              "more than 64 threads along z are a multiple of 64");
  }
  __host__ __device__ int before() const { return boxes * box; }
  __host__ __device__ int behind() const { return before() + frame; }
  __host__ __device__ int size() const { return behind() + frame; }
  // That are copied.
  __host__ __device__ int bytes() const { return (boxes * wide + 8) * (rows + 2) * 4; }
  __host__ __device__ int shared_bytes() const { return planes * size() * 4; }
};

template <int Lines, typename Cache>
__global__ __launch_bounds__(most_threads) void march_broad(
    const __grid_constant__ CUtensorMap boxes, const __grid_constant__ CUtensorMap frames, Grid g,
    int planes, BroadTile tile, float factor, bool down, float *__restrict__ next) {
  extern __shared__ __align__(128) float ring[];  // [tile.planes][tile.size()]
  __shared__ Arrival arrivals[most_planes];
  const int begin_z = 4 * blockIdx.x * blockDim.x, begin_x = blockIdx.y * tile.rows;
  const Piece piece(g, planes, blockIdx.z);
  if (piece.first >= piece.end) return;
  const int count =
      piece.end - piece.first + 2;  // planes to read, from the one before the piece on
  const int first = down ? piece.end : piece.first - 1, way = down ? -1 : 1;
  const bool fetches = threadIdx.x == 0 && threadIdx.y == 0;
  const auto fetch = [&](int k, int slot) {
    float *const to = ring + slot * tile.size();
    Arrival &arrival = arrivals[slot];
    const int x = begin_x - 1, y = first + way * k;
    arrival.expect(tile.bytes());
    for (int b = 0; b < tile.boxes; ++b)
      Cache::fetch(to + b * tile.box, boxes, {begin_z + b * tile.wide, x, y}, arrival);
    Cache::fetch(to + tile.before(), frames, {begin_z - 4, x, y}, arrival);
    Cache::fetch(to + tile.behind(), frames, {begin_z + tile.boxes * tile.wide, x, y}, arrival);
  };
  if (fetches) {
    for (int slot = 0; slot < tile.planes; ++slot) arrivals[slot].prepare();
    show_barriers_to_accelerator();
    for (int k = 0; k < min(tile.planes, count); ++k) fetch(k, k);
  }
  __syncthreads();  // others look at the barriers only when they stand

  const int z = 4 * threadIdx.x, row = Lines * threadIdx.y;
  const int iz = begin_z + z, ix = begin_x + row;
  const Quad f = factors_along_z(factor, iz, g.nz);
  const int pitch = tile.wide;
  const int place = z / tile.wide * tile.box + z % tile.wide + pitch * (1 + row);
  // The neighbours along z come from the neighbouring lanes, or from another box, or from beyond
  // the tile.
  const int lane = (threadIdx.x + blockDim.x * threadIdx.y) % 32;
  const bool begins = threadIdx.x == 0, ends = threadIdx.x == blockDim.x - 1;
  const bool loads_before = begins || lane == 0, loads_behind = ends || lane == 31;
  const int before = begins               ? tile.before() + 4 * (1 + row) + 3
                     : z % tile.wide == 0 ? place - tile.box + tile.wide - 1
                                          : place - 1;
  const int behind = ends                       ? tile.behind() + 4 * (1 + row)
                     : (z + 4) % tile.wide == 0 ? place + 4 - tile.wide + tile.box
                                                : place + 4;
  const int before_pitch = begins ? 4 : pitch, behind_pitch = ends ? 4 : pitch;

  int slot = 0, parity = 0;  // of the plane that is waited for next
  const auto next_plane = [&] {
    arrivals[slot].wait(parity);
    const float *const plane = ring + slot * tile.size();
    if (++slot == tile.planes) slot = 0, parity ^= 1;
    return plane;
  };
  Quad below[Lines], centre[Lines];
  const float *own = next_plane();
#pragma unroll
  for (int i = 0; i < Lines; ++i) below[i] = load_quad(own + place + i * pitch);
  own = next_plane();
#pragma unroll
  for (int i = 0; i < Lines; ++i) centre[i] = load_quad(own + place + i * pitch);
  float *to = next + g.at(iz, ix, first + way);
  for (int k = 1, free_slot = 0; k < count - 1; ++k, to += way * g.plane()) {
    const float *const upper = next_plane();
    Quad above[Lines];
#pragma unroll
    for (int i = 0; i < Lines; ++i) above[i] = load_quad(upper + place + i * pitch);
    __syncthreads();  // the whole block is done with plane k - 1
    if (fetches && k - 1 + tile.planes < count) fetch(k - 1 + tile.planes, free_slot);
    if (++free_slot == tile.planes) free_slot = 0;
    const Quad left = load_quad(own + place - pitch),
               right = load_quad(own + place + Lines * pitch);
#pragma unroll
    for (int i = 0; i < Lines; ++i) {
      QuadNeighbours n = {.before = __shfl_up_sync(0xffffffff, centre[i].c[3], 1),
                          .behind = __shfl_down_sync(0xffffffff, centre[i].c[0], 1),
                          .left = i > 0 ? centre[i - 1] : left,
                          .right = i < Lines - 1 ? centre[i + 1] : right,
                          .below = below[i],
                          .above = above[i]};
      if (loads_before) n.before = own[before + i * before_pitch];
      if (loads_behind) n.behind = own[behind + i * behind_pitch];
      if (iz < g.nz && ix + i > 0 && ix + i < g.nx - 1)
        Cache::store(to + i * g.pitch, step_quad(f, centre[i], n));
    }
#pragma unroll
    for (int i = 0; i < Lines; ++i) below[i] = centre[i], centre[i] = above[i];
    own = upper;
  }
}

enum { knob_block, knob_lines, knob_ring, knob_planes, knob_steps };

template <typename Cache>
class BroadStage {
 public:
  BroadStage(const ladder_heat &c, const ladder_launch &launch)
      : factor_(c.factor), field_(Grid(c, 4)), block_(block_of(launch.knob[knob_block])),
        lines_(launch.knob[knob_lines][0]), kernel_(kernel_of(lines_)),
        tile_(block_, lines_, launch.knob[knob_ring][0]), shared_bytes_(allowed_bytes()),
        planes_(planes_of_piece(launch.knob[knob_planes][0], field_.grid,
                                dim3(4 * block_.x, tile_.rows),
                                blocks_at_once(kernel_, block_, shared_bytes_), longest_piece)),
        blocks_(blocks_for(field_.grid, 4 * block_.x, tile_.rows, planes_)) {
    for (int k : {0, 1}) {
      boxes_[k] = boxes_of(field_.buffer(k), field_.grid, tile_.wide, tile_.rows + 2);
      frames_[k] = boxes_of(field_.buffer(k), field_.grid, 4, tile_.rows + 2);
    }
    graph_.emplace(launch.knob[knob_steps][0],
                   [this](cudaStream_t stream, int k) { step(stream, k); });
  }

  void upload(const float *now) { field_.upload(now); }
  void advance(int count) { graph_->advance(field_, count); }
  void download(float *now) { field_.download(now); }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {lines_},
             {tile_.planes},
             {planes_},
             {graph_->length()}}};
  }

 private:
  using Kernel = void (*)(CUtensorMap, CUtensorMap, Grid, int, BroadTile, float, bool, float *);

  static Kernel kernel_of(int lines) {
    return lines == 1 ? march_broad<1, Cache> : march_broad<2, Cache>;
  }

  int allowed_bytes() const {
    must_allow(kernel_, block_);
    refuse_if(block_.x * block_.y % 32, "a block must be whole warps: a multiple of 32 threads");
    const int bytes = tile_.shared_bytes();
    refuse_if(bytes + 1024 > device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin),
              "the planes of a block need " + std::to_string(bytes) +
                  " bytes of shared memory, more than there are: take a smaller --ring or --block");
    CHECK(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    return bytes;
  }

  void step(cudaStream_t stream, int k) const {
    kernel_<<<blocks_, block_, shared_bytes_, stream>>>(boxes_[k], frames_[k], field_.grid, planes_,
                                                        tile_, factor_, Cache::turns && k == 1,
                                                        field_.buffer(1 - k));
    CHECK(cudaGetLastError());
  }

  const float factor_;
  Field field_;
  const dim3 block_;
  const int lines_;
  const Kernel kernel_;
  const BroadTile tile_;
  const int shared_bytes_, planes_;
  const dim3 blocks_;
  CUtensorMap boxes_[2], frames_[2];  // of either buffer
  std::optional<GraphRun> graph_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "march_broad", 2, {64, 16}, {1, 1}, {256, 254}),
    LADDER_KNOB(lines, "lines of a thread along x: 1 or 2", nullptr, 1, {1}, {1}, {2}),
    LADDER_KNOB(ring, "planes of a tile in shared memory", nullptr, 1, {4}, {3}, {most_planes}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace
