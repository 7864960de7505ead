// batch: as many shots at once as fill the chip, each on a part of its multiprocessors.
// flags: -O3 -ftz=true
//
// Changes: the kernel of halo-last runs for `shots` shots side by side; a shot has 1/shots of the
//   multiprocessors and so larger tiles. A thread computes two patches of 4 by 4 cells, and then takes
//   care of up to two lines of the halo: all threads do both.
// Why: one shot leaves a multiprocessor 1900 cells, one warp for each of its schedulers, and every step
//   two barriers. A survey has hundreds of shots, and a search for the best velocity model hundreds of
//   runs: what counts is how many points all of them get a second. A larger tile has more warps to
//   switch between, fewer cells at its edges, and computes longer than a halo travels.
// Equation: p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n), then inject, taper, record; 2M+1 taps an
//   axis.
// Order: as in halo-last; shots do not know of each other.
// Layout: as in halo-last.
// Launch: `shots`; `tile` is chosen by what a step is expected to cost. No volumes. The case is one shot,
//   so here all shots are that one; a download compares them bit by bit and returns the first.
// Work per point: 16 bytes a step in the model of the other stages; here nothing but halos. A run counts
//   as the work of all its shots.
// Run: ladder --stage=batch --shots=6
#include "cuda_stages/lines.cuh"
#include "cuda_stages/patches.cuh"
#include "cuda_stages/register_tile.cuh"
#include "cuda_stages/tiled_run.cuh"

namespace {

constexpr int most_threads = 384;
constexpr int at_once = 2;  // patches of a thread, and lines

// What the halo adds to cell i of a line: sums[i] = sum over k > i of taps[k] halo[k - i - 1].
template <int M>
__device__ void sum_beyond_edge(const float *taps, const float *halo, float *sums) {
#pragma unroll
  for (int i = 0; i < M; ++i) {
    sums[i] = 0.0f;
#pragma unroll
    for (int k = i + 1; k <= M; ++k) sums[i] = fmaf(taps[k], halo[k - i - 1], sums[i]);
  }
}

// Shared memory: two buffers of p, and M factors of each line.
__host__ __device__ inline int shared_bytes(const Lines &lines) {
  return lines.bytes() + lines.halo * lines.threads() * int(sizeof(float));
}

template <int M>
__global__ __launch_bounds__(most_threads) void advance_batch(const __grid_constant__ TiledCase r) {
  extern __shared__ float4 shared[];
  float *const field = reinterpret_cast<float *>(shared);  // [2][tile.size()]
  const Lines lines(r.tiling, M);
  const BareTile &tile = lines.tile;
  float *const factors =
      field + 2 * tile.size();  // [M][lines.threads()] t (v dt)^2 of a line's cells
  const Padded &g = r.g;
  const int t = threadIdx.x;
  const int shot = blockIdx.x / r.tiling.tiles(), block = blockIdx.x % r.tiling.tiles();
  const int begin_z = block % r.tiling.nz * r.tiling.z;
  const int begin_x = block / r.tiling.nz * r.tiling.x;
  const float *const start_now = r.now + std::size_t{1} * shot * r.start_stride;
  const float *const start_before = r.before + std::size_t{1} * shot * r.start_stride;
  float *const now_out = r.now_out + std::size_t{1} * shot * g.all();
  float *const before_out = r.before_out + std::size_t{1} * shot * g.all();
  float *const traces =
      shot == 0 ? r.traces
                : r.other_traces + (shot - 1) * std::size_t(r.steps + 1) * r.receiver_count;
  Word *const slots = r.slots + 2 * shot * lines.all();
  for (int i = t; i < 2 * tile.size(); i += blockDim.x) field[i] = 0.0f;
  __syncthreads();

  // Patches: their p(n) goes to shared memory, the rest stays here. Where a tile reaches beyond the
  // grid, all is zero and stays so.
  constexpr int C = Patches::columns;
  const Patches patches(r.tiling);
  int own[at_once];
  float before[at_once][C][4], v2dt2[at_once][C][4];
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
        before[a][i][j] = inside ? start_before[at] : 0.0f;
        v2dt2[a][i][j] = inside ? r.v2dt2[at] : 0.0f;
        if (inside) field[own[a] + i * tile.pitch + j] = start_now[at];
      }
  }
  const LineEnd ends[at_once] = {{lines, block, lines.of_thread(t)},
                                 {lines, block, lines.of_thread(t + blockDim.x)}};
#pragma unroll
  for (int a = 0; a < at_once; ++a) {
    if (!ends[a].exists) continue;
    const Line line = lines.of_thread(t + a * blockDim.x);
    for (int i = 0; i < M; ++i) {
      const int z = begin_z + lines.z(line, i), x = begin_x + lines.x(line, i);
      const bool inside = z < g.nz && x < g.nx;
      factors[i * lines.threads() + t + a * blockDim.x] =
          inside ? r.sponge_x[x] * r.sponge_z[z] * r.v2dt2[g.first + z + g.pz * x] : 0.0f;
    }
    float halo[M];
#pragma unroll
    for (int i = 0; i < M; ++i) {
      const int z = begin_z + lines.z(line, -1 - i), x = begin_x + lines.x(line, -1 - i);
      halo[i] = z < g.nz && x < g.nx ? start_now[g.first + z + g.pz * x] : 0.0f;
    }
    LineEnd::send(slots + r.epoch % 2 * lines.all() + ends[a].in, lines.lines(), r.epoch, halo);
  }
  const int group = block * blockDim.x + t;
  const int first_source = r.sources.begin[group], end_sources = r.sources.begin[group + 1];
  const int first_receiver = r.receivers.begin[block] + t;
  const int end_receivers = r.receivers.begin[block + 1];
  __syncthreads();

  for (int n = 0;; ++n) {
    const float *const p = field + n % 2 * tile.size();
    float *const next = field + (n + 1) % 2 * tile.size();
    const int step = r.step + n;
    const unsigned epoch = r.epoch + n;  // of the halo of p(n)

#pragma unroll
    for (int a = 0; a < at_once; ++a) {
      if (own[a] < 0) continue;
      float lap[C][4], centre[C][4];
      laplacian_of_tile<M, C>(p + own[a], tile.pitch, r.taps_z, r.taps_x, lap, centre);
      const int patch = t + a * blockDim.x;
      const float *const sponge_z = r.sponge_z + begin_z + patches.z(patch);
      const float *const sponge_x = r.sponge_x + begin_x + patches.x(patch);
      const int rows = g.nz - begin_z - patches.z(patch),
                columns = g.nx - begin_x - patches.x(patch);
      float taper_z[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) taper_z[j] = j < rows ? sponge_z[j] : 0.0f;
#pragma unroll
      for (int i = 0; i < C; ++i) {
        const float taper_x = i < columns ? sponge_x[i] : 0.0f;
        float result[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const float taper = taper_x * taper_z[j];
          const float rest = fmaf(2.0f, centre[i][j], -before[a][i][j]);
          result[j] = taper * fmaf(v2dt2[a][i][j], lap[i][j], rest);
          before[a][i][j] = taper * centre[i][j];
        }
        *reinterpret_cast<float4 *>(next + own[a] + i * tile.pitch) =
            make_float4(result[0], result[1], result[2], result[3]);
      }
    }
    for (int s = first_source; s < end_sources; ++s)
      next[r.sources.place[s]] += r.factors[r.sources.number[s]] *
                                  r.wavelets[std::size_t{1} * r.sources.number[s] * r.steps + step];
    float sums[at_once][M];
#pragma unroll
    for (int a = 0; a < at_once; ++a) {
      const LineEnd &end = ends[a];
      if (!end.exists) continue;
      float halo[M];
      end.receive(slots + epoch % 2 * lines.all(), lines.lines(), epoch, halo);
      if (end.along_z)
        sum_beyond_edge<M>(r.taps_z, halo, sums[a]);
      else
        sum_beyond_edge<M>(r.taps_x, halo, sums[a]);
    }
    __syncthreads();  // p(n+1) stands in all own cells but for what the halo adds

    const bool last = n + 1 == r.count;
    float values[at_once][M];
    const auto add_halos = [&](bool along_z) {
#pragma unroll
      for (int a = 0; a < at_once; ++a) {
        if (!ends[a].exists || ends[a].along_z != along_z) continue;
        ends[a].load(next, values[a]);
#pragma unroll
        for (int i = 0; i < M; ++i)
          values[a][i] =
              fmaf(factors[i * lines.threads() + t + a * blockDim.x], sums[a][i], values[a][i]);
        ends[a].store(values[a], next);
      }
      __syncwarp();
    };
    add_halos(true);
    add_halos(false);
#pragma unroll
    for (int a = 0; a < at_once; ++a) {
      if (!ends[a].exists || last) continue;
      if (ends[a].along_z && ends[a].crossed) ends[a].load(next, values[a]);
      LineEnd::send(slots + (epoch + 1) % 2 * lines.all() + ends[a].out, lines.lines(), epoch + 1,
                    values[a]);
    }
    __syncthreads();  // p(n+1) stands
    float *const sample = traces + std::size_t(step + 1) * r.receiver_count;
    for (int i = first_receiver; i < end_receivers; i += blockDim.x)
      sample[r.receivers.number[i]] = next[r.receivers.place[i]];
    if (last) break;
  }

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
        before_out[at] = before[a][i][j];
      }
}

class Stage {
 public:
  Stage(const ladder_case &c, const ladder_launch &launch)
      : case_(c), shots_(launch.knob[0][0]), tiling_(choose(c, launch)),
        threads_(threads_of(c.half_length, tiling_)),
        run_(
            c, Lines(tiling_, c.half_length), threads_, kernel_of(c.half_length),
            [this](int z, int x) {
              const int patch = Patches(tiling_).at(z, x);
              return patch < 0 ? -1 : patch % threads_;
            },
            shots_, shared_bytes(Lines(tiling_, c.half_length))) {
    refuse_if(launch.knob[2][0] && launch.knob[2][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now, const float *before, int step) { run_.upload(now, before, step); }
  void advance(int count) { run_.advance(case_, count); }
  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

  ladder_launch used() const { return {{{shots_}, {tiling_.z, tiling_.x}, {threads_}}}; }

 private:
  static const void *kernel_of(int m) {
    const void *kernel = nullptr;
    with_half_length(m, [&](auto M) { kernel = reinterpret_cast<const void *>(advance_batch<M>); });
    return kernel;
  }

  // As few as compute the tile, but enough for the lines.
  static int threads_of(int m, const Tiling &t) {
    const int most = std::max(Patches(t).count, Lines(t, m).threads());
    return ceil_div(ceil_div(most, at_once), 32) * 32;
  }

  Tiling choose(const ladder_case &c, const ladder_launch &launch) const {
    refuse_if(c.ny > 1, "this stage does no volumes: take fused or graph");
    const Device device;
    const int m = c.half_length;
    const auto cost = [&](const Tiling &t) {
      if (threads_of(m, t) > most_threads || shared_bytes(Lines(t, m)) > device.shared_bytes)
        return -1.0;
      // Clocks: four schedulers issue the instructions of the patches, then the lines travel.
      return ceil_div(Patches(t).threads(), 128) * 16.0 * (4 * m + 7) + 2.0 * Lines(t, m).threads();
    };
    const Tiling t = cheapest_tiling(c, device.processors / shots_, Patches::rows, Patches::columns,
                                     2 * m, launch.knob[1], cost);
    refuse_if(!t.z,
              "the fields of " + std::to_string(shots_) + " shots of " + std::to_string(c.nz) +
                  " x " + std::to_string(c.nx) +
                  " cells do not fit on the chip, or not as the tile that was asked for; take "
                  "fewer shots");
    return t;
  }

  const ladder_case &case_;
  const int shots_;
  const Tiling tiling_;
  const int threads_;
  TiledRun<Lines> run_;
};

const ladder_knob knobs[] = {
    {"shots", "shots at once; a run is the work of all", nullptr, 1, {6}, {1}, {132}},
    {"tile", "cells of a block, z by x", nullptr, 2, {0, 0}, {1, 1}, {4096, 4096}},
    {"threads", "threads a block; its tile sets it", "advance_batch", 1, {0}, {32}, {384}}};

}  // namespace

LADDER_STAGE = {
    .abi_version = LADDER_ABI_VERSION,
    .problem = "wave",
    .name = LADDER_STAGE_NAME,
    .parent = "halo-last",
    .change = "six shots side by side, each on a sixth of the chip, with larger tiles",
    .expectation =
        "420 Gpoint/s on an H100, twice halo-last: 6 shots at 3.4 us a step, of which the "
        "instructions of 11000 cells a multiprocessor are 2 us; 298 Gpoint/s while each step "
        "waited "
        "for its halos and p(n-1) lay in shared memory",
    .device = LADDER_ON_CUDA,
    .knobs = 3,
    .knob = knobs,
    .bytes_per_point = 16,
    .operations_per_point = 6,
    .operations_per_tap = 2,
    LOOP_ENTRIES(Stage)};
