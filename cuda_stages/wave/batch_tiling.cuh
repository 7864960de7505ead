// The tiles of `batch`, as its host chooses them: how many threads one takes, which are cheapest.
// And its entries, as a stage that advances several models side by side has them.
#pragma once
#include <algorithm>
#include <string>

#include "cuda_stages/wave/exchange.cuh"
#include "cuda_stages/wave/tiles.cuh"

namespace {

constexpr int most_threads = 384;
constexpr int at_once = 2;                         // patches of a thread
constexpr int quads = at_once * Patches::columns;  // of a thread: four cells along z
// The most words that a thread sends.
__host__ __device__ constexpr int words_held(int m) { return m <= 8 ? 4 : 8; }

// As few as compute the tile in the fewest rounds, but enough for the words.
inline int threads_of_batch(int m, const Tiling &t) {
  const int sending = ceil_div(Exchange(t, m, 0).words(), words_held(m));
  return ceil_div(std::max(ceil_div(Patches(t).count, at_once), sending), 32) * 32;
}

// For so many shots; `given` is the tile that was asked for, or zeros.
inline Tiling choose_batch_tiling(const ladder_wave &c, int shots, const int *given,
                                  const Device &device) {
  refuse_if(c.ny > 1, "this stage does no volumes: take fused or graph");
  const int m = c.half_length;
  const auto cost = [&](const Tiling &t) {
    const Exchange exchange(t, m, 0);
    if (threads_of_batch(m, t) > most_threads || exchange.bytes() > device.shared_bytes ||
        exchange.tile.size() > 65535)
      return -1.0;
    // Clocks: four schedulers issue the instructions. Then words travel.
    return ceil_div(Patches(t).threads(), 128) * 16.0 * (4 * m + 8) + exchange.words();
  };
  const Tiling t = cheapest_tiling(c, device.processors / shots, Patches::rows, Patches::columns, m,
                                   given, cost);
  refuse_if(!t.z, "the fields of " + std::to_string(shots) + " shots of " + std::to_string(c.nz) +
                      " x " + std::to_string(c.nx) +
                      " cells do not fit on the chip, or not as the tile that was asked for; take "
                      "fewer shots");
  return t;
}

// What the problem calls of a stage with
//   void take(const ladder_wave_models &);
//   void peaks(ladder_wave_peak *peaks, float *most);
//   void field(int model, float *now);
template <typename Stage>
struct ModelsEntries : Entries<Stage> {
  using Entries<Stage>::guard;
  using Entries<Stage>::of;

  static ladder_status take(ladder_state *state, const ladder_wave_models *models) {
    return guard(of(state).error, [&] { of(state).stage.take(*models); });
  }
  static ladder_status peaks(ladder_state *state, ladder_wave_peak *peaks, float *most) {
    return guard(of(state).error, [&] { of(state).stage.peaks(peaks, most); });
  }
  static ladder_status field(ladder_state *state, int32_t model, float *now) {
    return guard(of(state).error, [&] { of(state).stage.field(model, now); });
  }

  static constexpr ladder_wave_models_entries models = {
      .take = take, .peaks = peaks, .field = field};
  static constexpr ladder_wave_entries table = {.upload = Entries<Stage>::upload,
                                                .advance = Entries<Stage>::advance,
                                                .download = Entries<Stage>::download,
                                                .models = &models};
};

#define MODELS_ENTRIES(Stage, locked) LOOP_TABLE(Stage, locked, ModelsEntries<Stage>::table)

}  // namespace
