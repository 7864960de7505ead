#include "harness/seismic/shots/wavefield.h"

#include <fmt/format.h>

#include <memory>
#include <numeric>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/interrupt.h"
#include "harness/base/json.h"
#include "harness/bench/run/run.h"
#include "harness/formats/new_file.h"
#include "harness/problems/wave/places.h"

namespace ladder {
namespace {

// Between the driver, which knows arrays, and the watchers, who want the wavefield.
struct Looks {
  const WaveCase *problem;
  const std::vector<Watcher> *watchers;
  ladder_fields *fields;
  Wavefield *field;
  volatile std::int32_t stop = 0;

  // The driver swaps the two arrays.
  void bring_home() {
    if (fields->now != field->now.data()) field->now.swap(field->before);
    fields->now = field->now.data();
    fields->before = field->before.data();
    field->step = fields->step;
  }

  static void look(void *context, std::int32_t step, const void *) {
    auto *self = static_cast<Looks *>(context);
    // The driver goes on with its own pointers, so here the wavefield is shown, not brought home.
    const bool swapped = self->fields->now != self->field->now.data();
    if (swapped) self->field->now.swap(self->field->before);
    self->field->step = step;
    // Only here may a run stop, so that what it leaves is what the watchers saw.
    const bool stopping = interrupted();
    for (const Watcher &watcher : *self->watchers)
      if (step % watcher.every == 0 || step == self->problem->steps ||
          (stopping && watcher.at_stop))
        watcher.look(*self->field);
    if (swapped) self->field->now.swap(self->field->before);
    if (stopping) self->stop = 1;
  }
};

// In the order of the array's indices: x, z, or y, x, z.
Json spacing_of(const WaveCase &c) {
  return c.model_cells.y > 1 ? Json{c.dy, c.dx, c.dz} : Json{c.dx, c.dz};
}

Json origin_of(const WaveCase &c) { return c.model_cells.y > 1 ? Json{0, 0, 0} : Json{0, 0}; }

double bytes_of_one(const WaveCase &c) {
  return 4096 + 4 * double(c.model_cells.z) * c.model_cells.x * c.model_cells.y;
}

Json about(const WaveCase &c) {
  Json series{{"case", c.name},
              {"quantity", "pressure"},
              {"spacing", spacing_of(c)},
              {"origin", origin_of(c)}};
  if (c.source_place || c.source_cells.size() == 1) {
    const Position at = source_of(c);
    series["source"] = c.model_cells.y > 1 ? Json{at.x, at.y, at.z} : Json{at.x, at.z};
  }
  return series;
}

}  // namespace

Wavefield::Wavefield(const WaveCase &c)
    : now(static_cast<std::size_t>(c.cells())), before(now.size()),
      traces(static_cast<std::size_t>(c.trace_values())) {
  if (!c.captured) return;
  now = c.captured->now;
  before = c.captured->before;
}

void must_succeed(const ladder_stage &stage, const ladder_state *state, ladder_status status) {
  if (status == LADDER_OK) return;
  throw Error(exit_of(status), describe(stage, {status, reason(stage, state)}));
}

double propagate(const WaveCase &problem, const Engine &engine,
                 const std::vector<Watcher> &watchers, Wavefield &field) {
  const ladder_stage &stage = *engine.entry.stage;
  const ladder_wave view = problem.view();
  ladder_state *state = nullptr;
  ladder_status status = stage.create(&view, &engine.launch, &state);
  std::vector<float> scratch(!stage.owns_time_loop ? field.now.size() : 0);
  ladder_fields fields{field.now.data(), field.before.data(), scratch.data(), field.traces.data(),
                       field.step};
  Looks looks{&problem, &watchers, &fields, &field};
  ladder_observer observer{};
  observer.context = &looks;
  observer.checkpoint = Looks::look;
  for (const Watcher &watcher : watchers)
    observer.interval = std::gcd(observer.interval, watcher.every);
  observer.stop = observer.interval > 0 ? &looks.stop : interrupt_flag();
  const double begin = steady_s();
  if (status == LADDER_OK) status = ladder_drive(&view, &stage, state, &observer, &fields);
  const double wall_s = steady_s() - begin;
  looks.bring_home();
  const std::unique_ptr<ladder_state, decltype(stage.destroy)> owned(state, stage.destroy);
  if (status == LADDER_STOPPED) throw Error(Exit::interrupted, "interrupted");
  must_succeed(stage, state, status);
  return wall_s;
}

Grid model_part(const WaveCase &c, std::span<const float> padded, const std::string &quantity,
                const std::string &unit) {
  const ladder_cell size = c.model_cells;
  Grid grid;
  if (size.y > 1) grid.axes.push_back({'y', size.y, c.dy, 0});
  grid.axes.push_back({'x', size.x, c.dx, 0});
  grid.axes.push_back({'z', size.z, c.dz, 0});
  grid.quantity = quantity;
  grid.unit = unit;
  grid.values.reserve(static_cast<std::size_t>(size.z) * static_cast<std::size_t>(size.x) *
                      static_cast<std::size_t>(size.y));
  for (int y = 0; y < size.y; ++y)
    for (int x = 0; x < size.x; ++x) {
      const float *column = padded.data() + c.index(c.corner.z, x + c.corner.x, y + c.corner.y);
      grid.values.insert(grid.values.end(), column, column + size.z);
    }
  return grid;
}

void refuse_series_beyond_disk(const WaveCase &c, const std::string &folder, double snapshots) {
  refuse_beyond_disk(
      snapshots * bytes_of_one(c), folder,
      fmt::format("the series of {:.0f} snapshots of {}", snapshots, bytes_text(bytes_of_one(c))),
      "take fewer (--snapshots)");
}

Snapshots::Snapshots(const WaveCase &c, SeriesAsked asked)
    : case_(&c), series_(std::move(asked), 'p', about(c)) {}

double Snapshots::bytes() const {
  return double(series_.asked().steps.size()) * bytes_of_one(*case_);
}

Watcher Snapshots::watcher() {
  int common = 0;  // the last step is looked at in any case
  for (const int step : series_.asked().steps)
    if (step < case_->steps) common = std::gcd(common, step);
  return {common > 0 ? common : case_->steps, [this](const Wavefield &field) {
            series_.begin();
            if (series_.wants(field.step))
              series_.write(field.step, model_part(*case_, field.now, "pressure", ""));
          }};
}

void Snapshots::finish() {
  series_.begin();
  const SeriesAsked &asked = series_.asked();
  const std::string velocity = fmt::format("{}/velocity.{}", asked.folder, asked.ending);
  write_grid(velocity, model_part(*case_, case_->velocity, "velocity", "m/s"), true);
  const Json description{{"quantity", "velocity"},
                         {"unit", "m/s"},
                         {"spacing", spacing_of(*case_)},
                         {"origin", origin_of(*case_)}};
  write_whole(velocity + ".json", description.dump(1) + "\n", true);
  series_.finish();
}

}  // namespace ladder
