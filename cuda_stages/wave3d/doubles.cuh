// Fields of a stage that computes in float64, and what follows its kernel in a step: source, sponge
// and receivers, as apart.cuh has them. The contract's fields are float32: they are converted after
// an upload and before a download.
#pragma once
#include <array>
#include <vector>

#include "cuda_stages/wave3d/run.cuh"

namespace {

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

}  // namespace
