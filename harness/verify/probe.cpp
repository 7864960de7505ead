#include "harness/verify/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/problems/wave/driver.h"
#include "harness/run/floating_point.h"
#include "harness/run/guarded_buffer.h"
#include "harness/run/run.h"
#include "harness/verify/diagnosis.h"
#include "harness/verify/judge.h"
#include "harness/verify/truth.h"

namespace ladder {
namespace {

using Field = GuardedBuffer<float>;

// Destroys the state whatever happens.
struct State {
  const ladder_stage &stage;
  ladder_state *state = nullptr;
  ~State() { stage.destroy(state); }
};

std::string where(const Case &c) {
  return c.ny > 1 ? fmt::format("on {} x {} x {} cells", c.nz, c.nx, c.ny)
                  : fmt::format("on {} x {} cells", c.nz, c.nx);
}

bool same_arrays(const Case &a, const Case &b) {
  return a.taps_z == b.taps_z && a.taps_x == b.taps_x && a.taps_y == b.taps_y &&
         a.v2dt2 == b.v2dt2 && a.sponge_z == b.sponge_z && a.sponge_x == b.sponge_x &&
         a.sponge_y == b.sponge_y && a.wavelets == b.wavelets;
}

Probe failed(const Case &problem, const std::string &words) {
  Probe result;
  result.words = fmt::format("{}: {}", where(problem), words);
  return result;
}

// One application of the stage to the random field of that seed.
Probe apply(const Case &problem, const ladder_stage &stage, ladder_state *state, unsigned seed) {
  const auto cells = static_cast<std::size_t>(problem.cells());
  Field p(cells), lap(cells);
  random_field(p.data(), cells, seed);
  const std::vector<float> kept(p.data(), p.data() + cells);
  if (const ladder_status status = stage.laplacian(state, p.data(), lap.data());
      status != LADDER_OK) {
    Probe result = failed(problem, fmt::format("laplacian failed: {}", reason(stage, state)));
    result.status = status;
    return result;
  }
  if (!std::equal(kept.begin(), kept.end(), p.data()))
    return failed(problem, "it changed its input");
  if (p.foreign_write() || lap.foreign_write()) return failed(problem, "it wrote beside its array");
  const Reference truth = reference(problem, p.data());
  Probe result;
  for (std::size_t i = 0; i < cells; ++i) {
    const double error = std::abs(double(lap[i]) - truth.lap[i]);
    if (!finite(lap[i]) || !(error <= truth.bound[i]))
      return failed(problem, diagnose(problem, p.data(), lap, truth));
    if (truth.bound[i] > 0) result.worst = std::max(result.worst, error / truth.bound[i]);
  }
  result.passed = true;
  return result;
}

// Creates the stage and asks what launch it takes; `passed` when it may be tried.
Probe start(const Case &problem, const ladder_stage &stage, const ladder_launch &launch,
            const ladder_wave &view, State &state) {
  const FloatingPoint floating_point;
  const ladder_status created = stage.create(&view, &launch, &state.state);
  floating_point.restore();
  if (created != LADDER_OK) {
    Probe result = failed(problem, reason(stage, nullptr));
    result.refused = created == LADDER_REFUSED;
    result.status = created;
    return result;
  }
  ladder_launch used{};
  if (const ladder_status status = stage.launch_used(state.state, &used); status != LADDER_OK) {
    Probe result = failed(problem, reason(stage, state.state));
    result.status = status;
    return result;
  }
  if (const std::string why = launch_defect(stage, launch, used); !why.empty())
    return failed(problem, why);
  Probe result;
  result.passed = true;
  return result;
}

// A stage that gives the operator alone.
Probe probe_operator(const Case &problem, const ladder_stage &stage, State &state) {
  // The first field comes again, and then at once into another array: neither an answer that was kept nor
  // one that is left where it was passes.
  Probe worst;
  for (unsigned seed : {11u, 12u, 11u, 11u}) {
    const Probe one = apply(problem, stage, state.state, seed);
    if (!one.passed) return one;
    worst.worst = std::max(worst.worst, one.worst);
  }
  worst.passed = true;
  return worst;
}

void taper(const Case &problem, std::vector<double> &field) {
  std::size_t i = 0;
  for (float y : problem.sponge_y)
    for (float x : problem.sponge_x)
      for (float z : problem.sponge_z) field[i++] *= double(y) * double(x) * double(z);
}

// A stage that owns the time loop: the same result for whole runs and for runs in pieces.
Probe probe_loop(const Case &problem, const ladder_stage &stage, const ladder_launch &launch) {
  Case few = problem;
  few.steps = std::min(problem.steps, 7);
  few.wavelets.assign(few.source_cells.size() * static_cast<std::size_t>(few.steps), 0.25f);
  const Start random{.seed = 1};
  Probe result;
  for (int pieces : {1, 3, 7}) {
    const Verdict verdict =
        judge_along_the_run(few, make_truth(few, pieces, random), stage, launch);
    if (!verdict.passed) return failed(problem, verdict.words);
  }
  if (few.steps < 2) {
    result.passed = true;
    return result;
  }
  // Whoever goes on from there needs p(n-1) too: it is what a run of one step less ends with.
  Case less = few;
  --less.steps;
  less.wavelets.assign(less.source_cells.size() * static_cast<std::size_t>(less.steps), 0.25f);
  RunOptions options;
  options.start = random;
  const Run whole = run_once(few, stage, launch, options);
  if (!whole.ok()) return failed(problem, describe(stage, whole.error));
  Checkpoint before = make_truth(less, 1, random).checkpoints.back();
  taper(few, before.field);  // the last step tapers both fields
  const Verdict verdict = judge_field(less, before, whole.before->data());
  if (!verdict.passed) return failed(problem, "p(n-1): " + verdict.words);
  result.passed = true;
  return result;
}

}  // namespace

Reference reference(const Case &problem, const float *p) {
  const auto cells = static_cast<std::size_t>(problem.cells());
  Reference result;
  std::vector<double> field(p, p + cells), size(cells);
  for (std::size_t i = 0; i < cells; ++i) size[i] = std::abs(field[i]);
  result.lap.resize(cells);
  result.bound.resize(cells);
  ladder_wave view = problem.view();
  ladder_oracle_laplacian(&view, field.data(), result.lap.data());
  // The same sums with the signs taken off bound what rounding can do.
  std::vector<float> absolute[3];
  const std::vector<float> *taps[3] = {&problem.taps_z, &problem.taps_x, &problem.taps_y};
  for (int axis = 0; axis < 3; ++axis)
    for (float tap : *taps[axis]) absolute[axis].push_back(std::abs(tap));
  view.taps_z = absolute[0].data();
  view.taps_x = absolute[1].data();
  view.taps_y = absolute[2].data();
  ladder_oracle_laplacian(&view, size.data(), result.bound.data());
  const double n = 2.0 * problem.axes() * (2 * problem.half_length + 1) + 2;
  const double u = std::ldexp(1.0, -24);
  for (double &bound : result.bound) bound *= n * u / (1 - n * u);
  return result;
}

Probe probe(const Case &problem, const ladder_stage &stage, const ladder_launch &launch) {
  const Case untouched = problem;
  const ladder_wave view = problem.view();
  const FloatingPoint floating_point;  // what the stage changes of it does not stay
  Probe result;
  {
    State state{stage};
    result = start(problem, stage, launch, view, state);
    if (result.passed && stage.laplacian) result = probe_operator(problem, stage, state);
  }
  if (result.passed && !stage.laplacian) result = probe_loop(problem, stage, launch);
  if (!same_arrays(problem, untouched)) return failed(untouched, "it changed the case");
  return result;
}

Probe probe_all(const Case &problem, const ladder_stage &stage, const ladder_launch &launch) {
  struct Size {
    int nz, nx, ny;
  };
  Probe worst;
  worst.passed = true;
  for (const Size size : {Size{1, 1, 1}, Size{7, 5, 1}, Size{1, 19, 1}, Size{23, 1, 1},
                          Size{41, 37, 1}, Size{5, 4, 3}, Size{19, 2, 21}}) {
    const Probe one =
        probe(small_case(size.nz, size.nx, size.ny, 3, problem.half_length), stage, launch);
    if (one.refused) continue;
    if (!one.passed) return one;
    worst.worst = std::max(worst.worst, one.worst);
  }
  const Probe own = probe(problem, stage, launch);
  if (!own.passed) return own;
  worst.worst = std::max(worst.worst, own.worst);
  return worst;
}

}  // namespace ladder
