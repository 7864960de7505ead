#include "harness/seismic/shots/wavefield.h"

#include <chrono>
#include <memory>
#include <numeric>

#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/bench/run/run.h"

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

int common_interval(const std::vector<Watcher> &watchers) {
  int interval = 0;
  for (const Watcher &watcher : watchers) interval = std::gcd(interval, watcher.every);
  return interval;
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
  const std::string words = describe(stage, {status, reason(stage, state)});
  throw Error(status == LADDER_REFUSED ? Exit::nothing_ran
              : of_device(status)      ? Exit::device
                                       : Exit::wrong,
              words);
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
  observer.interval = common_interval(watchers);
  observer.stop = observer.interval > 0 ? &looks.stop : interrupt_flag();
  const auto begin = std::chrono::steady_clock::now();
  if (status == LADDER_OK) status = ladder_drive(&view, &stage, state, &observer, &fields);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  looks.bring_home();
  const std::unique_ptr<ladder_state, decltype(stage.destroy)> owned(state, stage.destroy);
  if (status == LADDER_STOPPED) throw Error(Exit::interrupted, "interrupted");
  must_succeed(stage, state, status);
  return wall.count();
}

}  // namespace ladder
