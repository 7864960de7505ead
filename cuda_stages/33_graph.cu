// graph: the launches of many steps are one CUDA graph.
// flags: -O3 -ftz=true
//
// Changes: `steps` steps of fused are captured once into a graph and launched together. A step's
//   number is that of the graph's first step, which stands on the device, plus its place in it.
// Why: 3.7 us pass from launch to launch in a stream, and 0.9 to 1.3 us from node to node of a
//   graph, while the kernel of the thesis case needs 2.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an
//   axis. The kernel of fused, with its second taper one step late. The step after an upload or a
//   download differs, and steps that fill no graph are too few: both are launched by themselves.
// Layout: z fastest; the fields are padded alike, columns begin at 16 bytes; frames stay zero.
// Launch: as fused; a graph of 100 steps.
// Work per point: 16 bytes a step if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1)
//   out), 2 operations a tap and 6 beside them.
// Run: ladder --stage=graph --block=32x8 --steps=100
#include "cuda_stages/steps_graph.cuh"

namespace {

template <int M>
__global__ void fused_step(Step s, const int *first, int i) {
  const int n = *first + i;
  const Padded &g = s.g;
  s.record_sample(n);
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (iz >= g.nz || ix >= g.nx) return;
  for (int iy = blockIdx.z; iy < g.ny; iy += gridDim.z) {
    const int group = s.group(iy);
    const int first_source = s.sources.begin[group], end = s.sources.begin[group + 1];
    const int at = g.first + iz + g.pz * (ix + g.px * iy);
    const float *p = s.now + at;
    const float t = s.taper(iz, ix, iy);
    const float before = s.before[at], v2dt2 = s.v2dt2[at];
    // Apart: a rounded sum of the three taps would err alike in every cell at every step.
    float lap = s.taps.z[0] * p[0];
    lap += s.taps.x[0] * p[0];
#pragma unroll
    for (int k = 1; k <= M; ++k) lap += s.taps.z[k] * (p[k] + p[-k]);
#pragma unroll
    for (int k = 1; k <= M; ++k) lap += s.taps.x[k] * (p[k * g.pz] + p[-k * g.pz]);
    if (g.ny > 1) {
      const int plane = g.pz * g.px;
      lap += s.taps.y[0] * p[0];
#pragma unroll
      for (int k = 1; k <= M; ++k) lap += s.taps.y[k] * (p[k * plane] + p[-k * plane]);
    }
    float next = 2.0f * p[0] - s.settled(t, before) + v2dt2 * lap;
    for (int i = first_source; i < end; ++i)
      if (s.sources.place[i] == at) next += s.pulse(i, n);
    s.before[at] = t * next;
  }
}

class Stage {
 public:
  Stage(const ladder_case &c, const ladder_launch &launch)
      : block_(launch.knob[0][0], launch.knob[0][1]), run_(c, aligned(c), block_),
        graph_(launch.knob[1][0]) {
    graph_.capture(run_, *this);
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    graph_.set_first_step(step);
  }

  void advance(int count) { graph_.advance(run_, count, *this); }

  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  void launch(const Step &step, const int *first, int i, cudaStream_t stream) const {
    with_half_length(run_.grid.m, [&](auto m) {
      fused_step<m><<<run_.blocks, block_, 0, stream>>>(step, first, i);
    });
    CHECK(cudaGetLastError());
  }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {graph_.length}}};
  }

 private:
  const dim3 block_;
  SteppedRun run_;
  StepsGraph graph_;
};

const ladder_knob knobs[] = {
    {"block", "threads a block, z by x", "fused_step", 2, {32, 8}, {1, 1}, {1024, 1024}},
    {"steps", "steps of a graph", nullptr, 1, {100}, {1}, {10000}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "fused",
    .change = "many steps are launched together, as a CUDA graph",
    .expectation =
        "3 us a step on an H100, 6 ms a run, 1.4 times faster than fused: 2 us of kernel and 1 us "
        "from node to node",
    .device = LADDER_ON_CUDA,
    .knobs = 2,
    .knob = knobs,
    .bytes_per_point = 16,
    .operations_per_point = 6,
    .operations_per_tap = 2,
    LOOP_ENTRIES(Stage)};
