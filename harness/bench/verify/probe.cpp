#include "harness/bench/verify/probe.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/floating_point.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/bench/verify/prove.h"
#include "harness/bench/verify/truth.h"

namespace ladder {
namespace {

constexpr int most_steps = 7;
constexpr std::int64_t most_cells = 1 << 22;  // of a case whose own grid is tried too

// Destroys the state whatever happens.
struct State {
  const ladder_stage &stage;
  ladder_state *state = nullptr;
  ~State() { stage.destroy(state); }
};

Probe passed() {
  Probe probe;
  probe.passed = true;
  return probe;
}

// On the case itself.
Probe probe_own(const Case &c, const ladder_stage &stage, const ladder_launch &launch) {
  return c.cells() > most_cells ? probe_creation_alone(c, stage, launch) : c.probe(stage, launch);
}

}  // namespace

Probe failed_probe(const Case &c, const std::string &words, ladder_status status, Cause cause) {
  return {
      .status = status, .words = fmt::format("on {}: {}", c.size_text(), words), .cause = cause};
}

Probe probe_creation(const Case &c, const ladder_stage &stage, const ladder_launch &launch,
                     const void *view, ladder_state **state) {
  const FloatingPoint floating_point;
  const ladder_status created = stage.create(view, &launch, state);
  floating_point.restore();
  if (created != LADDER_OK) {
    Probe result = failed_probe(c, reason(stage, nullptr), created);
    result.refused = created == LADDER_REFUSED;
    return result;
  }
  ladder_launch used{};
  if (const ladder_status status = stage.launch_used(*state, &used); status != LADDER_OK)
    return failed_probe(c, reason(stage, *state), status);
  if (const std::string why = launch_defect(stage, launch, used); !why.empty())
    return failed_probe(c, why);
  return passed();
}

Probe probe_creation_alone(const Case &c, const ladder_stage &stage, const ladder_launch &launch) {
  const auto view = c.stage_view();
  State state{stage};
  return probe_creation(c, stage, launch, view.get(), &state.state);
}

Probe probe_runs(const Case &c, const ladder_stage &stage, const ladder_launch &launch) {
  const auto few = c.few_steps(most_steps);
  for (int pieces : {1, 3, most_steps}) {
    const Verdict verdict =
        judge_along_the_run(*few, make_truth(*few, pieces, Start{.seed = 1}), stage, launch);
    if (!verdict.passed) return failed_probe(c, verdict.words, verdict.status, verdict.cause);
  }
  return passed();
}

Probe Case::probe(const ladder_stage &stage, const ladder_launch &launch) const {
  const FloatingPoint floating_point;  // what the stage changes of it does not stay
  const Probe created = probe_creation_alone(*this, stage, launch);
  return created.passed ? probe_runs(*this, stage, launch) : created;
}

Probe probe_tiny(const Case &c, const ladder_stage &stage, const ladder_launch &launch) {
  Probe worst = passed();
  const auto all = c.tiny();
  for (const auto &tiny : all) {
    const Probe one = tiny->probe(stage, launch);
    if (one.refused) continue;
    if (!one.passed) return one;
    worst.worst = std::max(worst.worst, one.worst);
  }
  return all.empty() ? c.probe(stage, launch) : worst;
}

Probe probe_all(const Case &c, const ladder_stage &stage, const ladder_launch &launch) {
  if (c.tiny().empty()) return probe_own(c, stage, launch);
  Probe worst = probe_tiny(c, stage, launch);
  if (!worst.passed) return worst;
  const Probe own = probe_own(c, stage, launch);
  if (!own.passed) return own;
  worst.worst = std::max(worst.worst, own.worst);
  return worst;
}

}  // namespace ladder
