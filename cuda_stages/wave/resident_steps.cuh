// The time loop of `resident`, as 31_resident.cu explains it, for the stage that changes the
// convolution in it.
#pragma once
#include "cuda_stages/wave/resident.cuh"

namespace {

__global__ void step_forward(Padded g, const float *v2dt2, const float *lap, const float *now,
                             float *before) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  before[at] = 2.0f * now[at] - before[at] + v2dt2[at] * lap[at];
}

// A group is a cell: its sources add one after the other.
__global__ void inject(int groups, CellsView sources, const float *wavelets, int steps, int step,
                       float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= groups) return;
  for (int s = sources.begin[i]; s < sources.begin[i + 1]; ++s)
    p[sources.place[s]] += wavelets[std::size_t{1} * sources.number[s] * steps + step];
}

__global__ void taper(Padded g, const float *sponge_z, const float *sponge_x, const float *sponge_y,
                      float *now, float *before) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  const float t = sponge_x[i / g.nz % g.nx] * sponge_y[i / g.nz / g.nx] * sponge_z[i % g.nz];
  now[at] *= t;
  before[at] *= t;
}

class ResidentSteps {
 public:
  ResidentSteps(const ladder_wave &c, const Padded &grid)
      : run(c, grid), lap_(grid.all()),
        sources_(by_place(places_of(grid, c.source_cells, c.sources))) {}

  void upload(const float *now, const float *before, int step) {
    run.upload(now, before, step);
    record_sample();
  }

  // convolve(p, lap) starts lap = L p.
  template <typename Convolve>
  void advance(int count, Convolve convolve) {
    run.must_have_left(count);
    const int cells = ceil_div(run.grid.cells(), threads);
    for (int i = 0; i < count; ++i) {
      convolve(run.now, lap_);
      step_forward<<<cells, threads>>>(run.grid, run.v2dt2, lap_, run.now, run.before);
      CHECK(cudaGetLastError());
      run.take_steps(1);
      if (sources_.groups) {
        inject<<<ceil_div(sources_.groups, threads), threads>>>(
            sources_.groups, sources_.view(), run.wavelets, run.steps, run.step - 1, run.now);
        CHECK(cudaGetLastError());
      }
      taper<<<cells, threads>>>(run.grid, run.sponge_z, run.sponge_x, run.sponge_y, run.now,
                                run.before);
      CHECK(cudaGetLastError());
      record_sample();
    }
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *now, float *before, float *traces) { run.download(now, before, traces); }

  Resident run;

 private:
  static constexpr int threads = 256;  // of a block of these kernels

  void record_sample() const {
    if (!run.receivers) return;
    record<<<ceil_div(run.receivers, threads), threads>>>(run.receivers, run.receiver_places,
                                                          run.now, run.sample(run.step));
    CHECK(cudaGetLastError());
  }

  const DeviceBuffer<float> lap_;
  const GroupedCells sources_;
};

}  // namespace
