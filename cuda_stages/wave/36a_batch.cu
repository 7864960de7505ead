// batch: as many shots at once as fill the chip, each on a part of its multiprocessors.
// flags: -O3 -ftz=true
//
// Changes: the kernel of persistent runs for `shots` shots side by side; a shot has 1/shots of the
//   multiprocessors and so larger tiles. A thread computes two patches of 4 by 4 cells in turn.
// Order: as in persistent; shots do not know of each other.
// Longer than a slide: cells no longer stay in one thread's registers by columns: start, step and
//   end of the kernel follow.
// Why: one shot leaves a multiprocessor 1900 cells, 0.25 us of arithmetic in a step that takes 1.4.
//   A survey has hundreds of shots, and a search for the best velocity model hundreds of runs: what
//   counts is how many points all of them get a second. A larger tile computes longer between
//   halos.
// Expected: 370 Gpoint/s on an H100, twice persistent: 6 shots at 3.9 us a step, 2.1 us of which
//   are instructions and 0.5 us wait for halos; 298 with p(n-1) and (v dt)^2 in shared memory
// Launch: `shots`; `tile` is chosen by what a step is expected to cost. No volumes. The case is one
//   shot, so in a benchmark all shots are that one; a download compares them bit by bit and returns
//   the first. `ladder locate --models` gives each shot its velocity model, and has the largest p^2
//   looked for where p is: in shared memory.
// Work per point: 16 bytes a step in the model of the other stages; here nothing but halos. A run
//   counts as the work of all its shots.
// Run: ladder --stage=batch --shots=6
#include "cuda_stages/wave/batch_tiling.cuh"
#include "cuda_stages/wave/exchange.cuh"
#include "cuda_stages/wave/register_tile.cuh"
#include "cuda_stages/wave/tiled_run.cuh"

namespace {

// with_models: of several models, and the largest p^2 of each is looked for.
template <int M, bool with_models>
__global__ __launch_bounds__(most_threads) void advance_batch(const __grid_constant__ TiledCase r) {
  constexpr int C = Patches::columns, F = Tile::frame(M);
  extern __shared__ float4 shared[];
  const Exchange exchange(r.tiling, M, 0);
  const Tile &tile = exchange.tile;
  const Padded &g = r.g;
  const int t = threadIdx.x;
  const int shot = blockIdx.x / r.tiling.tiles(), block = blockIdx.x % r.tiling.tiles();
  const int begin_z = block % r.tiling.nz * r.tiling.z;
  const int begin_x = block / r.tiling.nz * r.tiling.x;
  float *const field = reinterpret_cast<float *>(shared);  // [2][tile.size()]
  float *const most = field + 2 * tile.size() + 4 * t;     // with models: [quads][threads][4]
  const ModelsView &models = r.models;
  const float *const own_v2dt2 =
      with_models ? models.v2dt2 + std::size_t{1} * shot * g.all() : r.v2dt2;
  const float *const wavelets =
      with_models ? models.wavelets + shot * models.wavelet_values : r.wavelets;
  float *const traces =
      shot == 0 ? r.traces
                : r.other_traces + (shot - 1) * std::size_t(r.steps + 1) * r.receiver_count;

  // The start: p(n) with its halo, and p(n-1).
  const float *const now = r.now + std::size_t{1} * shot * r.start_stride;
  const float *const before = r.before + std::size_t{1} * shot * r.start_stride;
  for (int i = t; i < tile.size(); i += blockDim.x) {
    const int z = begin_z + i % tile.pitch - F, x = begin_x + i / tile.pitch - M;
    const bool inside = i < tile.spare && z >= 0 && z < g.nz && x >= 0 && x < g.nx;
    field[i] = inside ? now[g.first + z + g.pz * x] : 0.0f;
    field[tile.size() + i] = 0.0f;
  }
  const Patches patches(r.tiling);
  int own[at_once];
  float old[at_once][C][4], v2dt2[at_once][C][4];
  unsigned looked_at = 0;  // a bit for each cell
  float best = 0;
  int best_step = 0;
#pragma unroll
  for (int a = 0; a < at_once; ++a) {
    const int patch = t + a * blockDim.x, own_z = patches.z(patch), own_x = patches.x(patch);
    own[a] = patch < patches.count ? tile.first + own_z + tile.pitch * own_x : -1;
#pragma unroll
    for (int i = 0; i < C; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int z = begin_z + own_z + j, x = begin_x + own_x + i, at = g.first + z + g.pz * x;
        const bool inside = own[a] >= 0 && z < g.nz && x < g.nx;
        old[a][i][j] = inside ? before[at] : 0.0f;
        v2dt2[a][i][j] = inside ? own_v2dt2[at] : 0.0f;
        if constexpr (with_models) {
          const int quad = a * C + i;
          most[4 * quad * blockDim.x + j] =
              inside ? models.most[std::size_t{1} * shot * g.all() + at] : 0.0f;
          if (inside && models.looks_at_cell(z, x)) looked_at |= 1u << (4 * quad + j);
        }
      }
  }
  const Halo<words_held(M)> halo(exchange, block);
  const int group = block * blockDim.x + t;
  const int first_source = r.sources.begin[group], end_sources = r.sources.begin[group + 1];
  const int first_receiver = r.receivers.begin[block] + t;
  const int end_receivers = r.receivers.begin[block + 1];
  __syncthreads();

  for (int n = 0;; ++n) {
    const float *const p = field + n % 2 * tile.size();
    float *const next = field + (n + 1) % 2 * tile.size();
    const int step = r.step + n;
#pragma unroll
    for (int a = 0; a < at_once; ++a) {
      if (own[a] < 0) continue;
      const int patch = t + a * blockDim.x, own_z = patches.z(patch), own_x = patches.x(patch);
      float lap[C][4], centre[C][4];
      laplacian_of_tile<M, C>(p + own[a], tile.pitch, r.taps_z, r.taps_x, lap, centre);
      float sponge_z[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int z = begin_z + own_z + j;
        sponge_z[j] = z < g.nz ? r.sponge_z[z] : 0.0f;
      }
#pragma unroll
      for (int i = 0; i < C; ++i) {
        const int x = begin_x + own_x + i;
        const float sponge_x = x < g.nx ? r.sponge_x[x] : 0.0f;
        float result[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const float taper = sponge_x * sponge_z[j];
          const float rest = fmaf(2.0f, centre[i][j], -old[a][i][j]);
          result[j] = taper * fmaf(v2dt2[a][i][j], lap[i][j], rest);
          old[a][i][j] = taper * centre[i][j];
        }
        *reinterpret_cast<float4 *>(next + own[a] + i * tile.pitch) =
            make_float4(result[0], result[1], result[2], result[3]);
      }
    }
    for (int s = first_source; s < end_sources; ++s)
      next[r.sources.place[s]] += r.factors[r.sources.number[s]] *
                                  wavelets[std::size_t{1} * r.sources.number[s] * r.steps + step];
    __syncthreads();  // p(n+1) is in all own cells

    const bool last = n + 1 == r.count;
    const unsigned epoch = r.epoch + n + 1;
    Word *const slots = r.slots + (2 * shot + epoch % 2) * exchange.all();  // of this parity
    if (!last) halo.send(slots, next, epoch);
    if constexpr (with_models)
      if (models.looks_at(step + 1, r.steps)) {
        float highest = 0;
#pragma unroll
        for (int quad = 0; quad < quads; ++quad) {
          if (own[quad / C] < 0) continue;
          float p[4], highest_of_cell[4];
          load4(next + own[quad / C] + quad % C * tile.pitch, p);
          load4(most + 4 * quad * blockDim.x, highest_of_cell);
#pragma unroll
          for (int j = 0; j < 4; ++j) {
            const float energy = p[j] * p[j];
            highest_of_cell[j] = fmaxf(highest_of_cell[j], energy);
            if (looked_at >> (4 * quad + j) & 1u) highest = fmaxf(highest, energy);
          }
          *reinterpret_cast<float4 *>(most + 4 * quad * blockDim.x) = make_float4(
              highest_of_cell[0], highest_of_cell[1], highest_of_cell[2], highest_of_cell[3]);
        }
        if (highest > best) best = highest, best_step = step + 1;
      }
    float *const sample = traces + std::size_t(step + 1) * r.receiver_count;
    for (int i = first_receiver; i < end_receivers; i += blockDim.x)
      sample[r.receivers.number[i]] = next[r.receivers.place[i]];
    if (last) break;

    halo.receive(slots, next, epoch);
    __syncthreads();  // and in the halo
  }

  __syncthreads();
  float *const now_out = r.now_out + std::size_t{1} * shot * g.all();
  float *const before_out = r.before_out + std::size_t{1} * shot * g.all();
#pragma unroll
  for (int a = 0; a < at_once; ++a)
#pragma unroll
    for (int i = 0; i < C; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int patch = t + a * blockDim.x;
        const int z = begin_z + patches.z(patch) + j, x = begin_x + patches.x(patch) + i;
        const int at = g.first + z + g.pz * x;
        if (own[a] < 0 || z >= g.nz || x >= g.nx) continue;
        now_out[at] = field[r.count % 2 * tile.size() + own[a] + i * tile.pitch + j];
        before_out[at] = old[a][i][j];
        if constexpr (with_models)
          models.most[std::size_t{1} * shot * g.all() + at] =
              most[4 * (a * C + i) * blockDim.x + j];
      }
  if constexpr (with_models)
    if (best > 0) atomicMax(models.peaks + shot, key_of(best, best_step));
}

enum { knob_shots, knob_tile, knob_threads };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : case_(c), shots_(launch.knob[knob_shots][0]),
        tiling_(choose_batch_tiling(c, shots_, launch.knob[knob_tile], Device())),
        threads_(threads_of_batch(c.half_length, tiling_)),
        run_(
            c, Exchange(tiling_, c.half_length, 0), threads_, kernel_of<false>(c.half_length),
            [this](int z, int x) {
              return z < 0 || z >= tiling_.z || x < 0 || x >= tiling_.x
                         ? -1
                         : Patches(tiling_).at(z, x) % threads_;
            },
            shots_) {
    refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(case_, count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  void take(const ladder_wave_models &models) {
    const int bytes = Exchange(tiling_, case_.half_length, 0).bytes() + 16 * quads * threads_;
    run_.take(case_, models, kernel_of<true>(case_.half_length), bytes);
  }
  void peaks(ladder_wave_peak *peaks, float *most) { run_.peaks(peaks, most); }
  void field(int model, float *now) { run_.field(model, now); }

  ladder_launch used() const { return {{{shots_}, {tiling_.z, tiling_.x}, {threads_}}}; }

 private:
  template <bool with_models>
  static const void *kernel_of(int m) {
    void (*kernel)(TiledCase) = nullptr;
    with_half_length(m, [&](auto M) { kernel = advance_batch<M, with_models>; });
    return reinterpret_cast<const void *>(kernel);
  }

  const ladder_wave &case_;
  const int shots_;
  const Tiling tiling_;
  const int threads_;
  TiledRun<Exchange> run_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(shots, "shots at once; a run is the work of all", nullptr, 1, {6}, {1}, {132}),
    LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {0, 0}, {1, 1}, {4096, 4096}),
    LADDER_KNOB(threads, "threads a block; its tile sets it", "advance_batch", 1, {0}, {32},
                {512})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "persistent",
                .change = "six shots side by side, each on a sixth of the chip, with larger tiles",
                CUDA_KNOBS(knobs), MODELS_ENTRIES(Stage, /*page_locked=*/1)};

#include "cuda_stages/wave/36a_batch.counts.cuh"
