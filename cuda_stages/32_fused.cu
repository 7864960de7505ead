// fused: one kernel a step.
// flags: -O3 -ftz=true
//
// Changes: the operator, the time step, injection, taper and recording are one kernel; half-length
//   and taps are known when it is compiled or launched. A thread has one cell of z by x, and of a
//   volume every plane of the block.
// Why: a launch costs 3.7 us and a step had six. Between them lap and the fields crossed the
//   second-level cache five times.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an
//   axis. After a step both fields are tapered, so p(n-1) has been tapered twice when it is used.
//   Other threads still read p(n) while p(n+1) is made; so its second taper waits until it is used:
//       p(n+1) = t (2 p(n) - t p(n-1) + (v dt)^2 L p(n) + s).
//   Right after an upload p(n-1) has had both, and a download gives it the second one; the product
//   is rounded by itself, so that a download between two steps changes nothing.
//   The step from n records sample n, which it reads anyway; a download adds the last one.
// Layout: z fastest; the fields are padded alike, columns begin at 16 bytes; frames stay zero.
// Launch: `block` is z by x; a warp along z reads without gaps.
// Work per point: 16 bytes a step if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1)
//   out), 2 operations a tap and 6 beside them.
// Run: ladder --stage=fused --block=32x8
#include "cuda_stages/resident.cuh"

namespace {

struct Taps {
  float z[LADDER_MOST_HALF_LENGTH + 1], x[LADDER_MOST_HALF_LENGTH + 1],
      y[LADDER_MOST_HALF_LENGTH + 1];  // [k] of the neighbours at k and -k
};

struct Step {
  Padded g;
  Taps taps;
  const float *v2dt2, *sponge_z, *sponge_x, *sponge_y;
  CellsView sources;      // grouped by block and plane
  const float *wavelets;  // [sources][steps]
  int steps, receivers;
  const int *receiver_places;
  // What differs from step to step.
  const float *now;
  float *before;  // becomes p(n+1)
  float *sample;  // n
  int step;       // n
  bool fresh;     // p(n-1) has been tapered twice already
};

__device__ float factor(const Step &s, int iz, int ix, int iy) {
  return s.sponge_x[ix] * s.sponge_y[iy] * s.sponge_z[iz];
}

template <int M>
__global__ void fused_step(Step s) {
  const Padded &g = s.g;
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int threads = blockDim.x * blockDim.y;
  for (int r = block * threads + threadIdx.y * blockDim.x + threadIdx.x; r < s.receivers;
       r += threads * gridDim.x * gridDim.y * gridDim.z)
    s.sample[r] = s.now[s.receiver_places[r]];
  if (iz >= g.nz || ix >= g.nx) return;
  for (int iy = blockIdx.z; iy < g.ny; iy += gridDim.z) {
    const int group = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * iy);
    const int first_source = s.sources.begin[group], end = s.sources.begin[group + 1];
    const int at = g.first + iz + g.pz * (ix + g.px * iy);
    const float *p = s.now + at;
    const float t = factor(s, iz, ix, iy);
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
    float next = 2.0f * p[0] - (s.fresh ? before : __fmul_rn(t, before)) + v2dt2 * lap;
    for (int i = first_source; i < end; ++i)
      if (s.sources.place[i] == at)
        next += s.wavelets[std::size_t{1} * s.sources.number[i] * s.steps + s.step];
    s.before[at] = t * next;
  }
}

// The second taper of p(n-1).
__global__ void settle(Step s) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= s.g.cells()) return;
  s.before[s.g.at(i)] *= factor(s, i % s.g.nz, i / s.g.nz % s.g.nx, i / s.g.nz / s.g.nx);
}

__global__ void record(Step s) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < s.receivers) s.sample[r] = s.now[s.receiver_places[r]];
}

class Stage {
 public:
  Stage(const ladder_case &c, const ladder_launch &launch)
      : grid_(aligned(c)), block_(launch.knob[0][0], launch.knob[0][1]),
        blocks_(ceil_div(grid_.nz, block_.x), ceil_div(grid_.nx, block_.y), std::min(c.ny, 65535)),
        run_(c, grid_), sources_(blocks_.x * blocks_.y * c.ny, groups_of(c),
                                 places_of(grid_, c.source_cells, c.sources)) {
    refuse_if(blocks_.y > 65535, "more than 65535 blocks along x: take a longer block");
    for (int k = 0; k <= grid_.m; ++k) {
      taps_.z[k] = c.taps_z[grid_.m + k];
      taps_.x[k] = c.taps_x[grid_.m + k];
      taps_.y[k] = c.taps_y[grid_.m + k];
    }
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    fresh_ = true;
  }

  void advance(int count) {
    run_.must_have_left(count);
    with_half_length(grid_.m, [&](auto m) {
      for (int i = 0; i < count; ++i) {
        fused_step<m><<<blocks_, block_>>>(next_step());
        CHECK(cudaGetLastError());
        run_.take_steps(1);
        fresh_ = false;
      }
    });
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *now, float *before, float *traces) {
    if (!fresh_) {
      settle<<<ceil_div(grid_.cells(), other_threads), other_threads>>>(next_step());
      CHECK(cudaGetLastError());
      fresh_ = true;
    }
    if (run_.receivers) {
      record<<<ceil_div(run_.receivers, other_threads), other_threads>>>(next_step());
      CHECK(cudaGetLastError());
    }
    run_.download(now, before, traces);
  }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)}}};
  }

 private:
  static constexpr int other_threads = 256;

  // The group of a source: its block and plane.
  std::vector<int> groups_of(const ladder_case &c) const {
    const int bz = block_.x, bx = block_.y, nz = blocks_.x, nx = blocks_.y;
    std::vector<int> groups;
    for (int i = 0; i < c.sources; ++i) {
      const ladder_cell &at = c.source_cells[i];
      groups.push_back(at.z / bz + nz * (at.x / bx + nx * at.y));
    }
    return groups;
  }

  Step next_step() const {
    return {grid_,
            taps_,
            run_.v2dt2,
            run_.sponge_z,
            run_.sponge_x,
            run_.sponge_y,
            sources_.view(),
            run_.wavelets,
            run_.steps,
            run_.receivers,
            run_.receiver_places,
            run_.now,
            run_.before,
            run_.sample(run_.step),
            run_.step,
            fresh_};
  }

  const Padded grid_;
  const dim3 block_, blocks_;
  Resident run_;
  const GroupedCells sources_;
  Taps taps_;
  bool fresh_ = true;
};

const ladder_knob knobs[] = {
    {"block", "threads a block, z by x", "fused_step", 2, {32, 8}, {1, 1}, {1024, 1024}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "resident",
    .change = "one kernel a step: operator, time step, source, taper, receivers",
    .expectation =
        "4 us a step on an H100, 8 ms a run, 5 times faster than resident: the time of a launch, "
        "under which the kernel's own 2 us vanish",
    .device = LADDER_ON_CUDA,
    .knobs = 1,
    .knob = knobs,
    .bytes_per_point = 16,
    .operations_per_point = 6,
    .operations_per_tap = 2,
    LOOP_ENTRIES(Stage)};
