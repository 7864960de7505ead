// as-printed-double: the kernel of the thesis of 2016 in float64.
// flags: -O3 -ftz=true
//
// Changes: `double` for `float` in all arrays, arguments and sums. The thesis discusses both
//   types (its section 3.6.3) and prints the kernel with `float` alone; its listing has no number
//   whose type is not one of an array or an argument, so this is the same listing.
// Longer than a slide: fields, sources and sponge in float64 are classes of their own.
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
#include <array>
#include <vector>

#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/printed.cuh"
#include "cuda_stages/wave3d/run.cuh"

namespace {

// Fields of a stage that computes in float64, and what follows its kernel in a step: source, sponge
// and receivers, as apart.cuh has them. The contract's fields are float32: they are converted after
// an upload and before a download.

// A number is two words of a float field.
class DoubleField {
 public:
  explicit DoubleField(const Grid &grid) : words_(of_words(grid)) {}
  double *cells() const { return reinterpret_cast<double *>(words_.cells()); }
  void copy_out_by_driver(double *host) const {
    words_.copy_out_by_driver(reinterpret_cast<float *>(host));
  }

 private:
  static Grid of_words(Grid grid) {
    grid.nz *= 2, grid.pitch *= 2, grid.plane *= 2;
    return grid;
  }
  const Field words_;
};

template <typename From, typename To>
__global__ void convert(Grid g, const From *from, To *to) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz < g.nz && ix < g.nx && iy < g.ny) to[g.at(iz, ix, iy)] = To(from[g.at(iz, ix, iy)]);
}

__global__ void record_double(Step s, const double *now) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < s.receivers)
    s.traces[std::size_t{1} * s.n * s.receivers + r] = float(now[s.receiver_places[r]]);
}

__global__ void inject_double(Step s, int sources, double *next) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= sources) return;
  const Source &source = s.sources.source[i];
  next[s.g.at(source.z, source.x, source.y)] += s.pulse(source, s.n);
}

__global__ void taper_double(Step s, double *now, double *next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= s.g.nz || ix >= s.g.nx || iy >= s.g.ny) return;
  const double t = double(s.sponge_z[iz]) * s.sponge_x[ix] * s.sponge_y[iy];
  if (t == 1.0) return;
  next[s.g.at(iz, ix, iy)] *= t;
  now[s.g.at(iz, ix, iy)] *= t;
}

// Past, present and future field, which take turns, on a run that has the rest.
class DoubleRun {
 public:
  DoubleRun(const ladder_wave &c, dim3 block)
      : run(c, Grid(c, true), block), block_(block),
        sources_(c.sources), fields_{DoubleField(run.grid), DoubleField(run.grid),
                                     DoubleField(run.grid)} {}

  void upload(const float *now, const float *before, int step) {
    run.upload(now, before, step);
    past_ = 0;
    convert<<<run.blocks, block_>>>(run.grid, run.field(run.before()), past());
    convert<<<run.blocks, block_>>>(run.grid, run.field(run.now()), present());
    CHECK(cudaDeviceSynchronize());
  }
  // p(n+1) is in the future field.
  void finish_step(double *stored) {
    const Step s = run.next_step();
    if (s.receivers) record_double<<<ceil_div(s.receivers, 256), 256>>>(s, present());
    if (sources_) inject_double<<<ceil_div(sources_, 64), 64>>>(s, sources_, future());
    taper_double<<<run.blocks, block_>>>(s, present(), future());
    CHECK(cudaGetLastError());
    fields_[(past_ + 2) % 3].copy_out_by_driver(stored);
    past_ = (past_ + 1) % 3;
    run.took_steps(1);
    run.before_is_settled();
  }
  void download(float *now, float *before, float *traces) {
    convert<<<run.blocks, block_>>>(run.grid, present(), run.field(run.now()));
    convert<<<run.blocks, block_>>>(run.grid, past(), run.field(run.before()));
    CHECK(cudaGetLastError());
    run.download(now, before, traces);
  }

  double *past() const { return fields_[past_].cells(); }
  double *present() const { return fields_[(past_ + 1) % 3].cells(); }
  double *future() const { return fields_[(past_ + 2) % 3].cells(); }

  Run run;

 private:
  const dim3 block_;
  const int sources_;
  const std::array<DoubleField, 3> fields_;
  int past_ = 0;
};

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

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "as-printed",
                .change = "float64: fields, velocity, arguments and sums", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};
