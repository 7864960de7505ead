// as-printed: the kernel of the thesis of 2016: four arrays, spacing and time step are arguments.
// flags: -O3 -ftz=true
//
// Changes: the step runs on the GPU, a thread a cell. As its listing 3.3: past, present and future
//   field and the velocity are four arrays; order, coefficients, spacings and time step are
//   arguments. Each axis is the sum of its equation 3.9, 2 M + 1 products and a division. The
//   source is a kernel of its own (listing 3.4), as are the sponge and the receivers, which the
//   document does not have. The future field is copied to the host after each step, "to be stored".
// Longer than a slide: the whole file changes from C to CUDA.
// Why: each cell is independent of the others. But 4 bytes a point cross the bus each step, at 12
//   GB/s from memory that is not page-locked, where the kernel needs some tens of bytes at 3 TB/s.
// Rounding: its float coefficients and velocities are made from the case's, which are rounded too;
//   the velocity of a wave differs by some 1e-7.
// Expected: 45 ms a step of 512^3 cells on an H100 for the copy; the kernel takes 4.0 ms at
//   half-length 4, a quarter more than that of copying
// Launch: blocks of 8 x 8 x `depth` along z, x, y; the document prints one shape, 8 x 8 x 4.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), v in, p(n+1) out), 2
//   operations a tap, three divisions and 12 more. The sponge reads and writes both fields once
//   more where it is not 1.
// Run: ladder --case=two-layer --stage=as-printed --block=8x8 --depth=8
#include <cmath>
#include <vector>

#include "cuda_stages/wave3d/apart.cuh"
#include "cuda_stages/wave3d/printed.cuh"

namespace {

__global__ void stencil(Grid g, const float *p, const float *q, float *r, const float *c, float dt,
                        float dz, float dx, float dy, int half, const float *coef) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz < g.nz && ix < g.nx && iy < g.ny) {
    const std::int64_t at = g.at(iz, ix, iy);
    float along_z = 0, along_x = 0, along_y = 0;
    for (int k = -half; k <= half; ++k) {
      along_z += coef[half + k] * q[at + k];
      along_x += coef[half + k] * q[at + k * g.pitch];
      along_y += coef[half + k] * q[at + k * g.plane];
    }
    r[at] = c[at] * c[at] * dt * dt *
                (along_z / (dz * dz) + along_x / (dx * dx) + along_y / (dy * dy)) +
            2 * q[at] - p[at];
  }
}

class Stage : public ApartStage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : ApartStage(c, launch, /*fields=*/3), half_(c.half_length), dt_(c.dt),
        spacing_(spacings<float>(c)), coef_(coefficients<float>(c)),
        stored_(std::size_t(run_.grid.cells())) {
    must_allow(stencil, threads());
    to_velocity<<<run_.blocks, block_>>>(run_.grid, run_.v2dt2.cells(), dt_, run_.v2dt2.cells());
    CHECK(cudaDeviceSynchronize());
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    future_ = 2;
  }
  void advance(int count) {
    run_.must_have_left(count);
    for (int i = 0; i < count; ++i) {
      const int past = run_.before(), present = run_.now();
      Step step = run_.next_step();
      step.before = run_.field(future_);
      stencil<<<run_.blocks, block_>>>(run_.grid, run_.field(past), run_.field(present),
                                       run_.field(future_), run_.v2dt2.cells(), dt_, spacing_[0],
                                       spacing_[1], spacing_[2], half_, coef_);
      record_inject_taper(step, run_, sources_, block_);
      CHECK(cudaGetLastError());
      run_.copy_out_by_driver(future_, stored_.data());
      run_.took_steps(1, future_, present);
      future_ = past;
    }
    run_.before_is_settled();  // by taper_both
    CHECK(cudaDeviceSynchronize());
  }

 private:
  const int half_;
  const float dt_;
  const std::array<float, 3> spacing_;
  const Table<float> coef_;
  std::vector<float> stored_;  // the field on the host
  int future_ = 2;             // the field that is neither past nor present
};

const ladder_knob knobs[] = {BLOCK_KNOBS(8, 8, 8)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "c",
                .change = "CUDA: the document's kernel: four arrays, spacing and time step inside",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/18_as_printed.counts.cuh"
