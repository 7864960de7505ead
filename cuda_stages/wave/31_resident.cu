// resident: the fields stay on the device; the stage owns the time loop.
// flags: -O3 -ftz=true
//
// Changes: p(n), p(n-1), (v dt)^2, sponges, wavelets and traces lie on the device for the whole
//   run. The convolution is that of smem; the time step, injection, taper and recording are kernels
//   too.
// Longer than a slide: the time step, injection, taper and recording were the driver's and become
//   kernels.
// Why: over nine tenths of every stage before were copies and the driver's loops on the host. Now
//   nothing crosses the bus but the start and the result. Six launches a step remain.
// Expected: 22 us a step on an H100, 45 ms a run: six launches of 3.7 us in a row; twenty times
//   faster than pinned
// Launch: as smem; the other kernels in blocks of 256 along the array.
// Work per point: 16 bytes a step if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1)
//   out), 2 operations a tap and 6 more.
// Run: ladder --stage=resident --threads=128 --block=16x16
#include "cuda_stages/wave/resident.cuh"
#include "cuda_stages/wave/smem_operator.cuh"

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

constexpr int other_threads = 256;  // of a block of the four kernels above

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : run_(c, Padded(c)), operator_(c, launch), lap_(run_.grid.all()),
        sources_(by_place(places_of(run_.grid, c.source_cells, c.sources))) {}

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    record_sample();
  }

  void advance(int count) {
    run_.must_have_left(count);
    const int cells = ceil_div(run_.grid.cells(), other_threads);
    for (int i = 0; i < count; ++i) {
      operator_.run(run_.now, lap_);
      step_forward<<<cells, other_threads>>>(run_.grid, run_.v2dt2, lap_, run_.now, run_.before);
      CHECK(cudaGetLastError());
      run_.take_steps(1);
      if (sources_.groups) {
        inject<<<ceil_div(sources_.groups, other_threads), other_threads>>>(
            sources_.groups, sources_.view(), run_.wavelets, run_.steps, run_.step - 1, run_.now);
        CHECK(cudaGetLastError());
      }
      taper<<<cells, other_threads>>>(run_.grid, run_.sponge_z, run_.sponge_x, run_.sponge_y,
                                      run_.now, run_.before);
      CHECK(cudaGetLastError());
      record_sample();
    }
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return operator_.used(); }

 private:
  void record_sample() const {
    if (!run_.receivers) return;
    record<<<ceil_div(run_.receivers, other_threads), other_threads>>>(
        run_.receivers, run_.receiver_places, run_.now, run_.sample(run_.step));
    CHECK(cudaGetLastError());
  }

  Resident run_;
  const SmemOperator operator_;
  const DeviceBuffer<float> lap_;
  const GroupedCells sources_;
};

const ladder_knob knobs[] = {SHARED_MEMORY_KNOBS(16)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "smem",
                .change = "the fields stay on the device: the time loop is the stage's own",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave/31_resident.counts.cuh"
