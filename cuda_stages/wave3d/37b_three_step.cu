// three-step: three time steps in one pass through memory.
// flags: -O3 -ftz=true
//
// Changes: a step takes the plane that the step before it showed one plane ago, so that all steps
//   of a pass are independent between two barriers, and one barrier a plane is enough for three.
// Order: when plane y of p(n) comes, step k makes plane y - k M - (k - 1). p(n+1) is never in
//   memory: its samples are recorded from shared memory.
// Longer than a slide: the steps of a pass are a loop, with queues of planes and bytes.
// Why: three steps take p(n), p(n-1) and a byte in and p(n+2), p(n+3) out: 17 bytes, 5.7 a step
//   instead of 8.5. Against it: a rim of 2 M cells, in which two steps of three are made twice.
// Expected: at 512^3 on an H100 330 us a step at order 2, where 17 bytes a point take 253 and the
//   instructions of a rim of 1.3 and 6 planes more a piece 220
// Launch: as two-step-palette, which chooses `lines`; here one line a thread unless given. A model
//   of more than 256 values is refused. Needs compute capability 9.0.
// Work per point: 13 bytes a step in the model of the other stages; here 5.7.
// Run: ladder --case=two-layer-512 --stage=three-step --half-length=1
#include "cuda_stages/wave3d/of_palette.cuh"
#include "cuda_stages/wave3d/three_step_stage.cuh"

namespace {

// p(n + Steps - 1) goes to `next`, and p(n + Steps), if it is another one, to `after`.
template <int M, int lines, int Steps>
__global__ __launch_bounds__(most_threads_of_deep(M, lines)) void three_steps(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, DeepTile tile, int planes,
    float *next, float *after, SourcesView receivers) {
  extern __shared__ __align__(128) float values[];
  float *const shared = values + tile.values;
  float *const shown = shared + slots * tile.slot();  // [Steps - 1][2][plane]
  const int plane = DeepTile::whole(tile.framed());
  __shared__ Barrier full[slots];
  const Grid &g = s.g;
  const int t = threadIdx.x;
  const int begin_z = blockIdx.x * tile.keep_z - rim_z,
            begin_x = blockIdx.y * tile.keep_x - tile.rim_x();
  const int begin = blockIdx.z * planes, end = min(g.ny, begin + planes);
  // The planes that step k makes: p(n) counts as step 0.
  const auto first_of = [&](int k) { return max(0, begin - (Steps - k) * M); };
  const auto end_of = [&](int k) { return min(g.ny, end + (Steps - k) * M); };
  const int first = first_of(0), last = end - 1 + Steps * M + Steps - 1,
            last_to_come = end_of(1) - 1 + M;
  const int ahead = begin_z & 15;

  // One thread asks for all that comes with plane y.
  const auto fetch = [&](int y) {
    Barrier &barrier = full[(y - first) % slots];
    const int done = y - M;
    const bool comes = y < g.ny, makes = done >= first_of(1);
    barrier.expect(int(sizeof(float)) * ((comes ? tile.framed() : 0) +
                                         (makes ? tile.z() * tile.x() + tile.v2dt2() : 0)));
    float *const to = shared + (y - first) % slots * tile.slot();
    if (comes) fetch_box(to, maps.now, begin_z - rim_z, begin_x - M, y, barrier);
    if (makes) {
      fetch_box(to + tile.before_at(), maps.before, begin_z, begin_x, done, barrier);
      fetch_box(to + tile.v2dt2_at(), maps.v2dt2, (begin_z - ahead) / tile.in_a_word, begin_x, done,
                barrier);
    }
  };
  if (t == 0) {
    for (int i = 0; i < slots; ++i) full[i].prepare(1);
    show_barriers_to_accelerator();
    for (int y = first; y <= min(last_to_come, first + slots - 1); ++y) fetch(y);
  }
  for (int i = t; i < tile.values; i += blockDim.x) values[i] = s.v2dt2[i];
  for (int i = t; i < (Steps - 1) * 2 * plane; i += blockDim.x) shown[i] = 0.0f;
  __syncthreads();  // the barriers and the values stand
  s.record(s.now, s.n);

  // Threads beyond the last line compute it again and keep nothing.
  const int quads = tile.z() / 4, computing = quads * (tile.x() / lines);
  const int own = min(t, computing - 1), q = own % quads, line = lines * (own / quads);
  const int iz = begin_z + 4 * q, ix = begin_x + line;
  const int place = 4 * q + tile.z() * line,
            place_of_bytes = ahead / 4 + q + tile.pitch_of_bytes() / 4 * line,
            framed_place = rim_z + 4 * q + tile.pitch() * (M + line);
  const OwnCells<lines> cells(s, iz, ix);
  const bool keeps_z = t < computing && q > 0 && q < quads - 1 && iz < g.nz;
  bool keeps[lines];
#pragma unroll
  for (int i = 0; i < lines; ++i)
    keeps[i] =
        keeps_z && line + i >= tile.rim_x() && line + i < tile.x() - tile.rim_x() && ix + i < g.nx;
  SourcesOnTheWay sources[] = {SourcesOnTheWay(s), SourcesOnTheWay(s), SourcesOnTheWay(s)};
  // Receivers of the block, by y: each thread records every so many.
  int2 recording = receivers.of_block();
  recording.x += t;
  Sums<M, lines> sums[Steps];
  constexpr int delay = M + 1;               // planes from a step to the next one
  Quad old_value[Steps][delay][lines] = {};  // [k]: that step k + 1 took its plane from
  uchar4 old_bytes[Steps * delay][lines] = {};
  RingPlace ring(slots);
#pragma unroll(1)
  for (int y = first; y <= last; ++y) {
    Quad value[Steps][lines] = {};
    uchar4 bytes[lines] = {};
#pragma unroll
    for (int k = 1; k <= Steps; ++k) {
      const int done = y - k * M - (k - 1), comes = done + M;
      if (comes < first_of(k - 1) || done >= end_of(k)) continue;
      float *const of_step = shown + plane * (2 * (k - 1) + (y & 1)) + framed_place;
      const float *const slot = shared + ring.slot * tile.slot();
      if (k == 1) full[ring.slot].wait(ring.parity);
      Quad lap[lines], before[lines], v2dt2[lines], result[lines];
      if (comes < g.ny)
        sums[k - 1].take(
            k == 1 ? slot + framed_place : shown + plane * (2 * (k - 2) + (~y & 1)) + framed_place,
            tile.pitch(), s.taps, value[k - 1], lap);
      else
        sums[k - 1].take_nothing(s.taps, value[k - 1], lap);
      if (k == 1) ring.next();
      if (done < first_of(k)) continue;
#pragma unroll
      for (int i = 0; i < lines; ++i) {
        if (k == 1) {
          before[i] = load_quad(slot + tile.before_at() + place + i * tile.z());
          bytes[i] = reinterpret_cast<const uchar4 *>(
              slot + tile.v2dt2_at())[place_of_bytes + i * (tile.pitch_of_bytes() / 4)];
          v2dt2[i] = look_up(values, bytes[i]);
        } else {
          before[i] = old_value[k > 1 ? k - 2 : 0][delay - 1][i];
          v2dt2[i] = look_up(values, old_bytes[k > 1 ? (k - 1) * delay - 1 : 0][i]);
        }
      }
      cells.finish(s, done, s.n + k - 1, k == 1 && s.fresh, sources[k - 1], value[k - 1], before,
                   v2dt2, lap, result);
#pragma unroll
      for (int i = 0; i < lines; ++i) {
        if (k < Steps && t < computing) store_quad(of_step + i * tile.pitch(), result[i]);
        if (k >= Steps - 1 && keeps[i] && done >= begin && done < end)
          store_quad((k == Steps && Steps > 1 ? after : next) + g.at(iz, ix + i, done), result[i]);
      }
    }
#pragma unroll
    for (int i = 0; i < lines; ++i) {
#pragma unroll
      for (int k = 0; k < Steps; ++k) {
#pragma unroll
        for (int d = delay - 1; d > 0; --d) old_value[k][d][i] = old_value[k][d - 1][i];
        old_value[k][0][i] = value[k][i];
      }
#pragma unroll
      for (int d = Steps * delay - 1; d > 0; --d) old_bytes[d][i] = old_bytes[d - 1][i];
      old_bytes[0][i] = bytes[i];
    }
    __syncthreads();  // the planes of all steps stand, and all are done with the slot
    if (t == 0 && y + slots <= last_to_come) fetch(y + slots);
    if constexpr (Steps == 3)
      for (; recording.x < recording.y; recording.x += blockDim.x) {
        const Source &at = receivers.source[recording.x];
        if (at.y != y - M) break;
        s.traces[std::size_t{1} * (s.n + 1) * s.receivers + at.number] =
            shown[plane * (y & 1) + rim_z + at.z - begin_z + tile.pitch() * (M + at.x - begin_x)];
      }
  }
}

struct Kernels {
  template <int M, int lines, int Steps>
  static DeepKernel of() {
    return three_steps<M, lines, Steps>;
  }
};
using Stage = OfPalette<ThreeStepStage<Kernels>>;

const ladder_knob knobs[] = {PASS_KNOBS("three_steps", 1)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "two-step-palette",
                .change = "three time steps in a pass, one barrier a plane for all of them",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/37b_three_step.counts.cuh"
