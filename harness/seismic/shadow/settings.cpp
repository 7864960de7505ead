#include "harness/seismic/shadow/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cstdlib>
#include <map>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/nearest.h"

namespace ladder {
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

template <typename Number>
bool is_all(const std::string &text, Number &number) {
  const char *end = text.data() + text.size();
  const auto [at, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && at == end;
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
  const bool numbers = is_all(text.substr(0, colon), settings.first) &&
                       (colon == text.npos || is_all(text.substr(colon + 1), settings.last));
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
      (!is_all(bound, settings.bound) || !(settings.bound > 0 && settings.bound <= 1)))
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
