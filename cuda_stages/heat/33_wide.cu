// wide: loads and stores of four cells, in short pieces.
// flags: -O3 -ftz=true
//
// Changes: a thread has 4 cells along z, in one access of 16 bytes, on `lines` neighbouring lines,
//   in pieces of few planes; it asks for the plane after the next before it computes. Neighbours
//   along z come from the neighbouring threads.
// Why: an eighth of the threads and of the accesses. Of a cell 1.5 loads of a quarter of an access
//   are left of 5. While a plane is computed the next one is on its way: 2 x 16 bytes a thread, 32
//   kB a multiprocessor, and 3 TB/s times 0.7 us need 16 kB.
// Expected: at 512^3 95 % of the copy speed of an H100, 355 Gpoint/s; at 128^3 1.1 times faster
//   than march, 3.6 us a step
// Launch: `block` is the threads along z and x, a multiple of a warp; `lines` a thread, 1, 2 or 4;
//   `planes` of a piece along y, at most 6 and chosen to fill the device unless it is given;
//   `steps` of a graph. Not march's --block=64x8: with 4 cells a thread 32 x 4 threads have 128 x 4
//   cells, as many as march's block.
// Run: ladder --case=heat-512 --stage=wide --block=32x4 --lines=1
#include "cuda_stages/heat/marching.cuh"
#include "cuda_stages/heat/quad.cuh"

namespace {

template <int Lines>
__global__ void march_wide(Grid g, int planes, float factor, const float *__restrict__ now,
                           float *__restrict__ next) {
  const Piece piece(g, planes, blockIdx.z);
  if (piece.first >= piece.end) return;
  const QuadLines<Lines> own(g, factor);
  const std::int64_t plane = g.plane();
  std::int64_t at = g.at(own.iz, own.ix, piece.first);
  Quad below[Lines], centre[Lines], above[Lines];
  own.load(now, at - plane, below);
  own.load(now, at, centre);
  own.load(now, at + plane, above);
  for (int iy = piece.first; iy < piece.end; ++iy, at += plane) {
    Quad later[Lines];  // asked for before the plane at hand is computed
    own.load(now, at + 2 * plane, later, iy + 1 < piece.end);
    own.step(now, at, below, centre, above, next);
#pragma unroll
    for (int i = 0; i < Lines; ++i) {
      below[i] = centre[i];
      centre[i] = above[i];
      above[i] = later[i];
    }
  }
}

constexpr int longest_piece = 6;

using Kernel = void (*)(Grid, int, float, const float *, float *);

inline Kernel kernel_of(int lines) {
  refuse_if(lines == 3, "lines is 1, 2 or 4");
  return lines == 1 ? march_wide<1> : lines == 2 ? march_wide<2> : march_wide<4>;
}

enum { knob_block, knob_lines, knob_planes, knob_steps };

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : factor_(c.factor), field_(Grid(c, 4)), block_(block_of(launch.knob[knob_block])),
        lines_(launch.knob[knob_lines][0]), kernel_(kernel_of(lines_)),
        planes_(planes_of_piece(launch.knob[knob_planes][0], field_.grid,
                                dim3(4 * block_.x, lines_ * block_.y),
                                blocks_at_once(kernel_, block_), longest_piece)),
        blocks_(blocks_for(field_.grid, 4 * block_.x, lines_ * block_.y, planes_)) {
    must_allow(kernel_, block_);
    refuse_if(block_.x * block_.y % 32, "a block must be whole warps: a multiple of 32 threads");
    graph_.emplace(launch.knob[knob_steps][0],
                   [this](cudaStream_t stream, int k) { step(stream, k); });
  }

  void upload(const float *now) { field_.upload(now); }
  void advance(int count) { graph_->advance(field_, count); }
  void download(float *now) { field_.download(now); }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)},
             {lines_},
             {planes_},
             {graph_->length()}}};
  }

 private:
  void step(cudaStream_t stream, int k) const {
    kernel_<<<blocks_, block_, 0, stream>>>(field_.grid, planes_, factor_, field_.buffer(k),
                                            field_.buffer(1 - k));
    CHECK(cudaGetLastError());
  }

  const float factor_;
  Field field_;
  const dim3 block_;
  const int lines_;
  const Kernel kernel_;
  const int planes_;
  const dim3 blocks_;
  std::optional<GraphRun> graph_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "march_wide", 2, {32, 4}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(lines, "lines of a thread along x: 1, 2 or 4", nullptr, 1, {1}, {1}, {4}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {
    LADDER_HEAT_FRAME, .parent = "march",
    .change = "loads and stores of four cells, in short pieces, the next plane asked for early",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/33_wide.counts.cuh"
