#include <algorithm>
#include <memory>
#include <numeric>
#include <tuple>

#include "harness/base/error.h"
#include "harness/base/parallel.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/run/launch.h"
#include "harness/seismic/shots/engine.h"
#include "harness/seismic/shots/focus.h"

namespace ladder {
namespace {

using Cases = std::vector<const WaveCase *>;

// A state of the stage that has taken the models.
class Together {
 public:
  Together(const Engine &engine, const Cases &models, int every)
      : stage_(*engine.entry.stage), entries_(wave_entries(stage_)), view_(models[0]->view()),
        state_(nullptr, stage_.destroy) {
    const Engine fitting = with_models(engine, static_cast<int>(models.size()));
    ladder_state *state = nullptr;
    const ladder_status status = stage_.create(&view_, &fitting.launch, &state);
    state_.reset(state);
    must(status);
    std::vector<const float *> v2dt2, wavelets;
    for (const WaveCase *one : models) {
      v2dt2.push_back(one->v2dt2.data());
      wavelets.push_back(one->wavelets.data());
    }
    const ladder_wave_models taken = {static_cast<std::int32_t>(models.size()),
                                      v2dt2.data(),
                                      wavelets.data(),
                                      every,
                                      models[0]->corner,
                                      models[0]->model_cells};
    must(entries_.models->take(state, &taken));
  }

  void start(const float *zeros) { must(entries_.upload(state_.get(), zeros, zeros, 0)); }
  void advance(int count) { must(entries_.advance(state_.get(), count)); }
  void peaks(ladder_wave_peak *peaks, float *most) {
    must(entries_.models->peaks(state_.get(), peaks, most));
  }
  void field(std::size_t model, float *now) {
    must(entries_.models->field(state_.get(), static_cast<std::int32_t>(model), now));
  }

 private:
  const ladder_stage &stage_;
  const ladder_wave_entries &entries_;
  const ladder_wave view_;
  std::unique_ptr<ladder_state, decltype(ladder_stage::destroy)> state_;

  void must(ladder_status status) const { must_succeed(stage_, state_.get(), status); }
};

}  // namespace

bool takes_models(const StageEntry &entry) {
  return !entry.plugin && entry.stage->owns_time_loop && wave_entries(*entry.stage).models;
}

Engine with_models(const Engine &engine, int count) {
  Engine fitting = engine;
  const ladder_stage &stage = *engine.entry.stage;
  for (int k = 0; k < stage.knobs; ++k)
    if (stage.knob[k].name == std::string("shots")) fitting.launch.knob[k][0] = count;
  return fitting;
}

int models_at_once(const WaveCase &c, const Engine &engine) {
  for (int count = shots_of(engine.entry, engine.launch); count > 0; --count) {
    try {
      Together(engine, Cases(static_cast<std::size_t>(count), &c), 1);
      return count;
    } catch (const Error &error) {
      if (error.exit != Exit::nothing_ran) throw;  // it was not refused
    }
  }
  return 0;
}

std::vector<Engine> engines_of_models(const std::string &ladder, const Environment &environment) {
  std::vector<Engine> all;
  for (const StageEntry &entry : built_in_stages())
    if (entry.ladder == ladder && takes_models(entry) && lacks(*entry.stage, environment).empty())
      all.push_back(with_its_own_launch(entry));
  return all;
}

bool may_be_side_by_side(const WaveCase &a, const WaveCase &b) {
  const auto shape = [](const WaveCase &c) {
    return std::tuple(c.nz, c.nx, c.ny, c.steps, c.half_length, c.dz, c.dx, c.dy, c.dt);
  };
  const auto same = [](const std::vector<ladder_cell> &one, const std::vector<ladder_cell> &other) {
    return std::ranges::equal(one, other, [](const ladder_cell &p, const ladder_cell &q) {
      return std::tie(p.z, p.x, p.y) == std::tie(q.z, q.x, q.y);
    });
  };
  return shape(a) == shape(b) && a.taps_z == b.taps_z && a.taps_x == b.taps_x &&
         a.sponge_z == b.sponge_z && a.sponge_x == b.sponge_x &&
         same(a.source_cells, b.source_cells) &&
         same({a.corner, a.model_cells}, {b.corner, b.model_cells});
}

std::vector<Focus> foci(const Engine &engine, const Cases &models, int every) {
  const WaveCase &c = *models[0];
  const auto cells = static_cast<std::size_t>(c.cells());
  const std::vector<float> zeros(cells);
  std::vector<float> at_peaks(models.size() * cells), most(models.size() * cells);
  std::vector<ladder_wave_peak> peaks(models.size());
  Together run(engine, models, every);
  run.start(zeros.data());
  run.advance(c.steps);
  run.peaks(peaks.data(), most.data());

  // Once more, to the steps of the peaks in turn: what each field was then.
  std::vector<std::size_t> order(models.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return peaks[k].step; });
  run.start(zeros.data());
  int step = 0;
  for (const std::size_t k : order) {
    run.advance(peaks[k].step - step);
    step = peaks[k].step;
    run.field(k, at_peaks.data() + k * cells);
  }
  std::vector<Focus> found(models.size());
  each_chunk(
      models.size(),
      [&](std::size_t k, std::size_t, std::size_t) {
        FocusFinder finder(*models[k], every);
        finder.was_found(most.data() + k * cells, at_peaks.data() + k * cells, peaks[k]);
        found[k] = finder.focus();
      },
      1);
  return found;
}

}  // namespace ladder
