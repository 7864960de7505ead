// graph: many steps a launch, as a CUDA graph.
// flags: -O3 -ftz=true
//
// Changes: the launches of `steps` steps are recorded once, and one call starts them all.
// Order: the number of a graph's first step stands on the device, so one graph serves any stretch
//   of the run. The first step after an upload differs from the others, so it is launched alone, as
//   are the last ones that fill no graph.
// Why: on a small volume, as the document's of 50^3 cells, a step of fused takes as long as its
//   launch, 3.7 us. A node of a graph costs 0.9 to 1.3 us. On large volumes launches are ahead of
//   the kernels anyway, and nothing is gained.
// Expected: at 50^3 4 us a step on an H100 instead of 5.5: the launch goes, the kernel stays; at
//   512^3 no change
// Launch: blocks of 32 x 4 x `depth` along z, x, y; `steps` of a graph, an even number.
// Run: ladder --case=two-layer --stage=graph --steps=100
#include "cuda_stages/shared/streams.cuh"
#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/run.cuh"

namespace {

__global__ void count_steps(int *first_step, int count) { *first_step += count; }

template <int M>
__global__ void graph_step(const __grid_constant__ Step s, const int *first_step, int i) {
  const Grid &g = s.g;
  const int n = *first_step + i;
  s.record(s.now, n);
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int iy = blockIdx.z * blockDim.z + threadIdx.z;
  if (iz >= g.nz || ix >= g.nx || iy >= g.ny) return;
  const std::int64_t at = g.at(iz, ix, iy);
  const float *const p = s.now + at;
  float lap = s.taps.z[0] * p[0] + s.taps.x[0] * p[0] + s.taps.y[0] * p[0];
#pragma unroll
  for (int k = 1; k <= M; ++k) {
    lap += s.taps.z[k] * (p[k] + p[-k]);
    lap += s.taps.x[k] * (p[k * g.pitch] + p[-k * g.pitch]);
    lap += s.taps.y[k] * (p[k * g.plane] + p[-k * g.plane]);
  }
  const float t = s.taper(iz, ix, iy);
  float next = stepped(p[0], s.before[at], s.second_taper(t), s.v2dt2[at], lap);
  const int2 sources = s.sources.of_block();
  for (int k = sources.x; k < sources.y; ++k) {
    const Source &source = s.sources.source[k];
    if (source.z == iz && source.x == ix && source.y == iy) next += s.pulse(source, n);
  }
  s.before[at] = t * next;
}

enum { knob_block, knob_depth, knob_steps };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : block_(block_of(launch.knob[knob_block], launch.knob[knob_depth][0])),
        length_(launch.knob[knob_steps][0]), run_(c, Grid(c, true), block_), first_step_(1) {
    refuse_if(length_ % 2, "a graph has an even number of steps");
    with_half_length(c.half_length, [&](auto m) { kernel_ = graph_step<m>; });
    must_allow(kernel_, block_.x * block_.y * block_.z);
    for (int now : {0, 1}) capture(graphs_[now], now);
    CHECK(cudaStreamSynchronize(stream_));
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    CHECK(cudaMemcpy(first_step_, &step, sizeof step, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());  // so few bytes may still be under way
  }

  void advance(int count) {
    run_.must_have_left(count);
    const int alone = run_.fresh() ? std::min(count, 1) : 0;
    launch_alone(alone);
    for (count -= alone; count >= length_; count -= length_) {
      CHECK(cudaGraphLaunch(graphs_[run_.now()].exec, stream_));
      run_.took_steps(length_);
    }
    launch_alone(count);
    CHECK(cudaStreamSynchronize(stream_));
  }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const {
    return {{{int(block_.x), int(block_.y)}, {int(block_.z)}, {length_}}};
  }

 private:
  // Step i of a stretch, the one from n = *first_step_ + i.
  void launch(const Step &step, int i) const {
    kernel_<<<run_.blocks, block_, 0, stream_>>>(step, first_step_, i);
    CHECK(cudaGetLastError());
  }
  void count(int steps) {
    count_steps<<<1, 1, 0, stream_>>>(first_step_, steps);
    CHECK(cudaGetLastError());
  }
  void launch_alone(int steps) {
    for (int i = 0; i < steps; ++i) {
      launch(run_.next_step(), i);
      run_.took_steps(1);
    }
    if (steps > 0) count(steps);
  }

  // Steps that begin with p(n) in this field: recorded, not run.
  void capture(GraphExec &graph, int now) {
    ::capture(graph, stream_, [&] {
      for (int i = 0; i < length_; ++i)
        launch(run_.step_of((now + i) % 2, (now + i + 1) % 2, false, 0), i);
      count(length_);
    });
  }

  void (*kernel_)(Step, const int *, int) = nullptr;
  const dim3 block_;
  const int length_;  // steps of a graph
  Run run_;
  const Stream stream_;
  const DeviceBuffer<int> first_step_;
  GraphExec graphs_[2];  // either field may be p(n) when a graph begins
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", nullptr, 2, {32, 4}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(depth, "threads a block along y", nullptr, 1, {4}, {1}, {64}),
    LADDER_KNOB(steps, "steps of a graph, an even number", nullptr, 1, {100}, {2}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "fused",
                .change = "many steps a launch, as a CUDA graph", CUDA_KNOBS(knobs),
                LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/35_graph.counts.cuh"
