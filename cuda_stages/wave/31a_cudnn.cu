// cudnn: the operator is a convolution of cuDNN's.
// flags: -O3 -ftz=true
// needs: cudnn
//
// Changes: instead of the two kernels of resident (three in a volume), cuDNN convolves images of
//   one channel with filters of one channel. `method` 1 takes an axis after the other, with filters
//   of 2M+1 taps; 2 takes z and x at once, with a filter of (2M+1)^2 taps that are zero but on its
//   cross.
// Longer than a slide: resident's operator moved into a header, and cuDNN needs filters, an
//   algorithm and a workspace.
// Why: it is what a CUDA programmer would try first: somebody has tuned it. But cuDNN is tuned for
//   many channels. Its convolution is a matrix product with a row for each channel that comes out;
//   here there is one, and a tile has 32 rows or more. And with M = 8, dense multiplies by 289 taps
//   of which 33 are not 0.
// Expected: 80 us a step on an H100, 160 ms a run, 4 times slower than resident: one channel fills
//   a row of a tile of 32 or more; dense another 5 times slower, with 289 taps instead of 34
// Launch: cuDNN's own. CUDNN_FMA_MATH: float32 as it is, no tensor cores, which round to 10 bits.
//   Of its algorithms only the two that add up products of taps and cells (implicit GEMM) are
//   taken: Winograd and FFT compute with sums of cells, and lose digits where the wave is small
//   next to its neighbours. `algorithm` picks one; otherwise cuDNN times both when the stage is
//   created. Whether its kernels flush denormals is not known.
// Work per point: 16 bytes a step if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1)
//   out), 2 operations a tap and 6 more; the zeros of dense are no work.
// Run: ladder --stage=cudnn --method=2
#include <cmath>

#include "cuda_stages/wave/cudnn_convolution.cuh"
#include "cuda_stages/wave/resident.cuh"

namespace {

// The time loop of `resident`, as 31_resident.cu explains it, for the stage that changes the
// convolution in it.

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

constexpr int separate = 1, dense = 2;  // methods

// The grid without a frame.
Padded frameless(ladder_wave c) {
  c.half_length = 0;
  return Padded(c);
}

enum { knob_method, knob_algorithm };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : method_(launch.knob[knob_method][0]), steps_(c, frameless(c)),
        handle_(make_cudnn(cudnn().cudnnCreate, cudnn().cudnnDestroy)) {
    const int m = c.half_length, n = 2 * m + 1;
    const Extent plane = {c.nx, c.nz};
    if (method_ == dense) {
      std::vector<float> cross(n * n, 0.0f);
      for (int k = 0; k < n; ++k) cross[n * m + k] += c.taps_z[k];
      for (int k = 0; k < n; ++k) cross[n * k + m] += c.taps_x[k];
      add(c.ny, plane, {n, n}, cross);
    } else {
      add(c.ny, plane, {1, n}, {c.taps_z, c.taps_z + n});
      add(c.ny, plane, {n, 1}, {c.taps_x, c.taps_x + n});
    }
    if (c.ny > 1) add(1, {c.ny, c.nx * c.nz}, {n, 1}, {c.taps_y, c.taps_y + n});
    chosen_ = launch.knob[knob_algorithm][0] ? launch.knob[knob_algorithm][0] - 1 : fastest();
    for (const auto &one : convolutions_)
      bytes_ = std::max(bytes_, one->workspace_bytes(handle_.get(), algorithms[chosen_]));
    workspace_ = std::make_unique<DeviceBuffer<char>>(bytes_ + 1);
  }

  void upload(const float *now, const float *before, int step) { steps_.upload(now, before, step); }
  void advance(int count) {
    steps_.advance(count, [this](const float *p, float *lap) { convolve(p, lap); });
  }
  void download(float *now, float *before, float *traces) { steps_.download(now, before, traces); }

  ladder_launch used() const { return {{{method_}, {chosen_ + 1}}}; }

 private:
  void convolve(const float *p, float *lap) const {
    float keep = 0.0f;  // whatever stands in lap; after the first convolution, all of it
    for (const auto &one : convolutions_) {
      one->run(handle_.get(), algorithms[chosen_], *workspace_, bytes_, p, keep, lap);
      keep = 1.0f;
    }
  }

  void add(int images, Extent image, Extent filter, const std::vector<float> &taps) {
    convolutions_.push_back(std::make_unique<Convolution>(images, image, filter, taps));
  }

  // The algorithm that takes all convolutions of a step in the least time.
  int fastest() const {
    std::vector<float> sum(std::size(algorithms), 0.0f);
    for (const auto &one : convolutions_) {
      const auto times = one->times(handle_.get());
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += times[i];
    }
    const auto best = std::min_element(sum.begin(), sum.end());
    refuse_if(!std::isfinite(*best), "cuDNN offers no implicit GEMM in float32 for this grid");
    return static_cast<int>(best - sum.begin());
  }

  const int method_;
  ResidentSteps steps_;
  const CudnnOwned<cudnnContext> handle_;
  std::vector<std::unique_ptr<Convolution>> convolutions_;
  int chosen_ = 0;         // of `algorithms`
  std::size_t bytes_ = 0;  // of the workspace
  std::unique_ptr<DeviceBuffer<char>> workspace_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(method, "1: an axis after the other; 2: z and x by one dense filter", nullptr, 1,
                {separate}, {separate}, {dense}),
    LADDER_KNOB(algorithm,
                "1: implicit GEMM, 2: with precomputed indices; the faster one unless given",
                nullptr, 1, {0}, {1}, {2})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "resident",
                .change = "cuDNN's convolution instead of kernels of one's own", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};
