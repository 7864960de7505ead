#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/numbers.h"
#include "harness/formats/new_file.h"
#include "harness/seismic/shadow/shadow_run.h"

namespace ladder {
namespace {

bool same_bits(const std::vector<float> &kept, const float *field) {
  return std::memcmp(kept.data(), field, kept.size() * sizeof(float)) == 0;
}

}  // namespace

Capture::Capture(const CapturedCall &described, const ShadowSettings &settings)
    : call_(described), file_(settings.capture), first_(settings.first), last_(settings.last) {
  claim_output(file_, false);
  last_ = std::min(last_, call_.steps);
  call_.first_step = first_ - 1;
  call_.steps = 0;
  call_.now.resize(call_.v2dt2.size());
  call_.before = call_.after = before_ = call_.now;
}

void Capture::step_begins(int step, const float *now, const float *before) {
  const bool goes_on = call_.steps > 0 && step == first_ + call_.steps && step <= last_;
  if (goes_on && !(same_bits(call_.after, now) && same_bits(before_, before))) {
    ended_because_ = fmt::format(
        "the program changed its fields between step {} and step {} in a way that it has not "
        "described (sources, borders)",
        step - 1, step);
    last_ = step - 1;
  }
  if (step != first_) return;
  std::copy_n(now, call_.now.size(), call_.now.data());
  std::copy_n(before, call_.before.size(), call_.before.data());
}

void Capture::step_ends(int step, const float *now, const float *before) {
  if (step != first_ + call_.steps || step > last_) return;
  ++call_.steps;
  std::copy_n(now, call_.after.size(), call_.after.data());
  std::copy_n(before, before_.size(), before_.data());
}

std::string Capture::finish() {
  if (call_.steps == 0)
    throw FileError(
        fmt::format("'{}' was not written: the program ended before step {}, the first to capture",
                    file_, first_));
  const int described = call_.wavelets.empty()
                            ? 0
                            : static_cast<int>(call_.wavelets.size() / call_.source_cells.size());
  call_.wavelets = samples_of(call_.wavelets, described, first_ - 1, call_.steps);
  write_captured_call(file_, call_, false);
  std::string words =
      fmt::format("step{} {} captured in '{}'", call_.steps > 1 ? "s" : "",
                  call_.steps > 1 ? fmt::format("{} to {}", first_, first_ + call_.steps - 1)
                                  : fmt::format("{}", first_),
                  file_);
  if (!ended_because_.empty()) words += ", and no more: " + ended_because_;
  return words;
}

namespace {

const std::map<std::string, const char *> variables = {
    {"stage", "LADDER_SHADOW"},       {"from", "LADDER_SHADOW_FROM"},
    {"bound", "LADDER_SHADOW_BOUND"}, {"log", "LADDER_SHADOW_LOG"},
    {"capture", "LADDER_CAPTURE"},    {"steps", "LADDER_CAPTURE_STEPS"}};

std::map<std::string, std::string> &given() {
  static std::map<std::string, std::string> values;
  return values;
}

std::string value_of(const std::string &name) {
  if (const auto found = given().find(name); found != given().end()) return found->second;
  const char *value = std::getenv(variables.at(name));
  return value ? value : "";
}

UsageError wrong(const std::string &name, const std::string &expected) {
  return UsageError(fmt::format("{} of the shadow ({}) is '{}': expected {}", name,
                                variables.at(name), value_of(name), expected));
}

// "c-omp threads=4 block=16x16"
void read_stage(ShadowSettings &settings) {
  std::istringstream words(value_of("stage"));
  words >> settings.stage;
  for (std::string knob; words >> knob;) {
    const auto equals = knob.find('=');
    if (equals == knob.npos)
      throw wrong("stage", "a stage with its knobs, such as c-omp threads=4");
    const std::string name = knob.substr(0, equals);
    settings.knobs[name] = parse_knob(name, knob.substr(equals + 1));
  }
}

void read_steps(ShadowSettings &settings) {
  const std::string text = value_of("steps");
  if (text.empty()) return;
  const auto colon = text.find(':');
  const bool numbers = is_number(text.substr(0, colon), settings.first) &&
                       (colon == text.npos || is_number(text.substr(colon + 1), settings.last));
  if (colon == text.npos) settings.last = settings.first;
  if (!numbers || settings.first < 1 || settings.last < settings.first)
    throw wrong("steps", "the first and the last step to capture, such as 1:200");
}

}  // namespace

void set_for_shadow(const std::string &name, const std::string &value) {
  std::vector<std::string> names;
  for (const auto &[one, variable] : variables) names.push_back(one);
  if (!variables.contains(name))
    throw UsageError(fmt::format("the shadow has no setting '{}'{}; it has {}", name,
                                 did_you_mean(name, names), fmt::join(names, ", ")));
  given()[name] = value;
}

ShadowSettings shadow_settings() {
  ShadowSettings settings;
  read_stage(settings);
  read_steps(settings);
  settings.log = value_of("log");
  settings.capture = value_of("capture");
  const std::string from = value_of("from"), bound = value_of("bound");
  if (!from.empty() && from != "program" && from != "itself")
    throw wrong("from", "program or itself" + did_you_mean(from, {"program", "itself"}));
  settings.from_itself = from == "itself";
  if (!bound.empty() &&
      (!is_number(bound, settings.bound) || !(settings.bound > 0 && settings.bound <= 1)))
    throw wrong("bound", "a share larger than 0 and at most 1");
  if (settings.stage.empty())
    for (const char *name : {"from", "bound", "log"})
      if (!value_of(name).empty())
        throw UsageError(
            fmt::format("{} of the shadow ({}) would have no effect: no stage is named", name,
                        variables.at(name)));
  if (settings.capture.empty() && !value_of("steps").empty())
    throw UsageError(
        "steps of the shadow (LADDER_CAPTURE_STEPS) would have no effect: no file is named "
        "(LADDER_CAPTURE)");
  return settings;
}

}  // namespace ladder
