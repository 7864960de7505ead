// as-printed-double: the kernel of the thesis of 2016 in float64.
// flags: -O3 -ftz=true
//
// Changes: `double` for `float` in all arrays, arguments and sums. The thesis discusses both
//   types (its section 3.6.3) and prints the kernel with `float` alone; its listing has no number
//   whose type is not one of an array or an argument, so this is the same listing.
// Why: not to be faster: it says what more digits cost. Twice the bytes cross the
//   bus, the caches and memory, and the device has half as many units for float64. A division is a
//   subroutine of some 20 instructions.
// Expected: 90 ms a step of 512^3 cells on an H100, 2 times slower than as-printed: twice the bytes
//   cross the bus; the kernel takes 7.0 ms at half-length 4, 1.75 times longer
// Launch: blocks of 8 x 8 x `depth` along z, x, y; the document prints one shape, 8 x 8 x 4.
// Work per point: 32 bytes if every value crosses once (p(n), p(n-1), v in, p(n+1) out), 2
//   operations a tap, three divisions and 12 more, in float64. The sponge reads and writes both
//   fields once more where it is not 1.
// Run: ladder --case=two-layer --stage=as-printed-double --block=8x8 --depth=8
#include <vector>

#include "cuda_stages/wave3d/device.cuh"
#include "cuda_stages/wave3d/doubles.cuh"
#include "cuda_stages/wave3d/printed.cuh"

namespace {

__global__ void stencil(Grid g, const double *p, const double *q, double *r, const double *c,
                        double dt, double dz, double dx, double dy, int half, const double *coef) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz < g.nz && ix < g.nx && iy < g.ny) {
    const std::int64_t at = g.at(iz, ix, iy);
    double along_z = 0, along_x = 0, along_y = 0;
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

enum { knob_block, knob_depth };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : half_(c.half_length), block_(block_of(launch.knob[knob_block], launch.knob[knob_depth][0])),
        dt_(c.dt), spacing_(spacings<double>(c)), coef_(coefficients<double>(c)), run_(c, block_),
        velocity_(run_.run.grid), stored_(std::size_t(run_.run.grid.cells())) {
    must_allow(stencil, block_.x * block_.y * block_.z);
    to_velocity<<<run_.run.blocks, block_>>>(run_.run.grid, run_.run.v2dt2.cells(), c.dt,
                                             velocity_.cells());
    CHECK(cudaDeviceSynchronize());
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) {
    run_.run.must_have_left(count);
    for (int i = 0; i < count; ++i) {
      stencil<<<run_.run.blocks, block_>>>(run_.run.grid, run_.past(), run_.present(),
                                           run_.future(), velocity_.cells(), dt_, spacing_[0],
                                           spacing_[1], spacing_[2], half_, coef_);
      run_.finish_step(stored_.data());
    }
    CHECK(cudaDeviceSynchronize());
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{int(block_.x), int(block_.y)}, {int(block_.z)}}}; }

 private:
  const int half_;
  const dim3 block_;
  const double dt_;
  const std::array<double, 3> spacing_;
  const Table<double> coef_;
  DoubleRun run_;
  const DoubleField velocity_;
  std::vector<double> stored_;  // the field on the host
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", nullptr, 2, {8, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(depth, "threads a block along y", nullptr, 1, {8}, {1}, {64})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "as-printed",
                .change = "float64: fields, velocity, arguments and sums",
                .expectation = LADDER_EXPECTATION,
                CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};
