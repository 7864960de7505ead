#include "harness/seismic/shadow/shadow_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/base/error.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/registry/plugin.h"
#include "harness/formats/new_file.h"
#include "harness/machine/environment/environment.h"

namespace ladder {
namespace {

constexpr int most_reported = 3;  // steps that part, each with a line

CapturedCall checked(const ladder_wave &wave) {
  if (wave.nz < 1 || wave.nx < 1 || wave.ny < 1 || wave.steps < 1 || wave.half_length < 1 ||
      wave.sources < 0 || wave.receivers < 0)
    throw UsageError(
        "the program describes an impossible wave: cells, steps and half-length must be at least "
        "1");
  CapturedCall call = described(wave);
  if (const std::string why = defect(call); !why.empty())
    throw UsageError("the program describes an impossible wave: " + why);
  return call;
}

// A wrong border shows only where a wave is.
std::string untested(const std::string &borders) {
  if (borders.empty()) return "";
  return fmt::format(
      "; no wave reached the border{} {} (cells from 0), so what the program does there was not "
      "tested: compare more steps, or move the source",
      borders.find(',') == std::string::npos ? "" : "s", borders);
}

bool same(const std::vector<float> &kept, const float *field) {
  return kept.empty() || std::memcmp(kept.data(), field, kept.size() * sizeof(float)) == 0;
}

}  // namespace

void say_of_shadow(const std::string &words) { fmt::print(stderr, "shadow: {}\n", words); }

ShadowRun::ShadowRun(const ladder_wave &wave, const ShadowSettings &settings)
    : settings_(settings) {
  const CapturedCall call = checked(wave);
  case_ = case_at_rest(call);
  if (!settings.capture.empty()) capture_.emplace(call, settings);
  if (settings.stage.empty()) return;
  if (!settings.log.empty()) claim_output(settings.log, false);
  const StageEntry entry = find_stage(settings.stage, case_.ladder, load_plugin);
  const ladder_launch launch = make_launch(*entry.stage, settings.knobs);
  if (const std::string why = lacks(*entry.stage, read_environment()); !why.empty())
    throw Error(Exit::nothing_ran,
                fmt::format("stage '{}' cannot run here: {}", entry.name(), why));
  comparison_.emplace(case_, settings);
  stage_ = std::make_unique<ShadowStage>(case_, entry, launch);
  const std::string knobs = describe(settings.knobs);
  stage_text_ = entry.name() + (knobs.empty() ? "" : " " + knobs);
  say_of_shadow(fmt::format(
      "{} is compared with this program, {}; the bound is {}; cells are counted from 0, and z is "
      "the fastest index",
      stage_text_,
      settings.from_itself ? "from its own fields" : "from the program's fields at every step",
      comparison_->bound_text()));
}

void ShadowRun::step_begins(int step, const float *now, const float *before) {
  if (open_) throw UsageError(fmt::format("step {} begins before step {} has ended", step, step_));
  if (step < 1 || step > case_.steps)
    throw UsageError(
        fmt::format("step {} begins, but only {} steps were described", step, case_.steps));
  if (settings_.from_itself && step_ > 0 && step != step_ + 1)
    throw UsageError(fmt::format(
        "step {} follows step {}: a stage that continues from its own fields needs every step",
        step, step_));
  if (settings_.from_itself && stage_ && !(same(now_, now) && same(before_, before)))
    throw UsageError(
        fmt::format("the program changed its fields between step {} and step {} in a way that it "
                    "has not described (sources, borders): the stage can only continue from the "
                    "program's fields (from=program)",
                    step_, step));
  if (capture_) capture_->step_begins(step, now, before);
  if (stage_ && (!settings_.from_itself || step_ == 0)) stage_->take(step - 1, now, before);
  if (comparison_) comparison_->starts_from(now, before);
  step_ = step;
  open_ = true;
}

void ShadowRun::step_ends(const float *now, const float *before) {
  if (!open_) throw UsageError("a step ends that has not begun");
  open_ = false;
  if (capture_) capture_->step_ends(step_, now, before);
  if (stage_) compare(now, before);
}

void ShadowRun::compare(const float *now, const float *before) {
  stage_->go_on();
  const StepCompared found =
      comparison_->compare(step_, now, before, stage_->now(), stage_->before());
  steps_.push_back(found);
  if (settings_.from_itself) {
    now_.assign(now, now + case_.cells());
    before_.assign(before, before + case_.cells());
  }
  if (!found.parted()) return;
  if (!first_) first_ = found;
  if (++parted_ <= most_reported) report(found);
  if (parted_ == most_reported)
    say_of_shadow("further steps that differ are counted in the summary only");
}

void ShadowRun::report(const StepCompared &found) const {
  const std::string others =
      found.beyond > 1 ? fmt::format(", the worst of {} cells", found.beyond) : "";
  say_of_shadow(fmt::format(
      "step {}: {} differs from the program at {}{} by {:.3g}{}; the bound is {:.3g}", found.step,
      stage_text_, comparison_->place(found.worst_at), others, found.worst_difference,
      found.worst_of_before ? " in the field of the previous step" : "", found.worst_bound));
}

void ShadowRun::summarise() const {
  if (steps_.empty()) return say_of_shadow("no step was compared");
  const auto largest = std::ranges::max_element(steps_, {}, &StepCompared::largest);
  const std::string most =
      largest->largest > 0
          ? fmt::format("the largest difference is {:.3g}, at step {}, {}", largest->largest,
                        largest->step, comparison_->place(largest->largest_at))
          : "every bit is the same";
  const std::size_t count = steps_.size();
  if (!first_)
    return say_of_shadow(fmt::format("{} steps compared, none differs; {}{}", count, most,
                                     untested(comparison_->borders_never_reached())));
  say_of_shadow(fmt::format(
      "{} steps compared, {} differ: first step {}, {}, by {:.3g}, where the bound is {:.3g}; {}",
      count, parted_, first_->step, comparison_->place(first_->worst_at), first_->worst_difference,
      first_->worst_bound, most));
}

void ShadowRun::write_log() const {
  std::string text = "step,largest_difference,z,x,y,over_bound,cells_beyond\n";
  for (const StepCompared &one : steps_) {
    const auto i = static_cast<std::int64_t>(one.largest_at);
    text += fmt::format("{},{:.9g},{},{},{},{:.4g},{}\n", one.step, one.largest, i % case_.nz,
                        i / case_.nz % case_.nx, i / case_.nz / case_.nx, one.worst, one.beyond);
  }
  write_whole(settings_.log, text, false);
}

void ShadowRun::finish() {
  if (stage_) summarise();
  if (stage_ && !settings_.log.empty()) write_log();
  if (capture_) say_of_shadow(capture_->finish());
}

}  // namespace ladder
