// march: a thread goes along y, and planes move through its registers.
// flags: -O3 -ftz=true
//
// Changes: a thread has one place (z, x) and all `planes` planes of a piece along y. What was above
//   becomes the centre and then below: three registers.
// Longer than a slide: a march replaces the kernel with one cell after the other, and fused-graph's
//   launches moved into headers.
// Why: of the neighbours, the two along y are the far ones, which another block loaded long ago or
//   will load again. Here a plane comes once: 5 loads a cell instead of 7, 4 of them of lines that
//   the block's own threads just loaded. On a field beyond the second-level cache memory should see
//   little but 8 bytes a point.
// Expected: no gain at 128^3, 4 us a step on an H100: all comes from the second-level cache, and a
//   quarter of it twice; at 512^3 330 Gpoint/s, 88 % of the copy speed
// Launch: `block` is the threads along z and x; `planes` of a piece, chosen to fill the device once
//   unless it is given; `steps` of a graph. Not fused-graph's --block=128x4: a block that marches
//   reads a frame in every plane, of 144 cells around 64 x 8 and of 264 around 128 x 4.
// Run: ladder --case=heat-512 --stage=march --block=64x8 --planes=64
#include "cuda_stages/heat/marching.cuh"

namespace {

__global__ void march(Grid g, int planes, float factor, const float *__restrict__ now,
                      float *__restrict__ next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const Piece piece(g, planes, blockIdx.z);
  if (!g.changes(iz, ix, piece.first) || piece.first >= piece.end) return;
  const std::int64_t line = g.pitch, plane = g.plane();
  std::int64_t at = g.at(iz, ix, piece.first);
  float below = now[at - plane], centre = now[at];
#pragma unroll 4
  for (int iy = piece.first; iy < piece.end; ++iy, at += plane) {
    const float above = now[at + plane];
    const float sum =
        (now[at - 1] + now[at + 1]) + (now[at - line] + now[at + line]) + (below + above);
    next[at] = centre + factor * (sum - 6.0f * centre);
    below = centre;
    centre = above;
  }
}

enum { knob_block, knob_planes, knob_steps };

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : factor_(c.factor), field_(Grid(c)), block_(block_of(launch.knob[knob_block])),
        planes_(planes_of_piece(launch.knob[knob_planes][0], field_.grid, block_,
                                blocks_at_once(march, block_))),
        blocks_(blocks_for(field_.grid, block_.x, block_.y, planes_)) {
    must_allow(march, block_);
    graph_.emplace(launch.knob[knob_steps][0],
                   [this](cudaStream_t stream, int k) { step(stream, k); });
  }

  void upload(const float *now) { field_.upload(now); }
  void advance(int count) { graph_->advance(field_, count); }
  void download(float *now) { field_.download(now); }

  ladder_launch used() const {
    return {
        {{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {planes_}, {graph_->length()}}};
  }

 private:
  void step(cudaStream_t stream, int k) const {
    march<<<blocks_, block_, 0, stream>>>(field_.grid, planes_, factor_, field_.buffer(k),
                                          field_.buffer(1 - k));
    CHECK(cudaGetLastError());
  }

  const float factor_;
  Field field_;
  const dim3 block_;
  const int planes_;
  const dim3 blocks_;
  std::optional<GraphRun> graph_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "march", 2, {64, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "fused-graph",
                .change = "a thread marches along y: planes move through its registers",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/heat/32_march.counts.cuh"
