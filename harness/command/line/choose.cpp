#include "harness/command/line/choose.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/bench/registry/plugin.h"
#include "harness/command/line/tuned.h"

namespace ladder {
namespace {

bool has_knob(const ladder_stage &stage, const std::string &name) {
  for (int k = 0; k < stage.knobs; ++k)
    if (name == stage.knob[k].name) return true;
  return false;
}

// A stage of an adopted routine whose arrays may stay on the device has two times.
constexpr const char *resident_knob = "resident";

bool has_two_times(const ladder_stage &stage) {
  return std::string_view(stage.problem) == "routine" && has_knob(stage, resident_knob);
}

std::vector<AskedKnobs> with_both_times(const std::vector<AskedKnobs> &combinations) {
  std::vector<AskedKnobs> both;
  for (const AskedKnobs &one : combinations)
    for (const int resident : {0, 1}) {
      both.push_back(one);
      both.back()[resident_knob] = {resident};
    }
  return both;
}

// The ladder of the case; `list`, which has none, looks in all. For a plug-in, the first of its problem.
std::vector<std::string> ladders_with(const Options &options, const std::string &name) {
  if (!options.ladder.empty()) return {options.ladder};
  std::vector<std::string> found;
  if (name.ends_with(".so")) {
    const std::string problem = plugin_for(options.command, name).stage->problem;
    for (const std::string &ladder : ladders())
      if (found.empty() && problem == original_of(ladder).stage->problem) found.push_back(ladder);
  }
  for (const auto &entry : built_in_stages())
    if (entry.name() == name) found.push_back(entry.ladder);
  return found.empty() ? std::vector{ladders().front()} : found;
}

std::vector<StageEntry> chosen_stages(const Options &options) {
  std::vector<StageEntry> entries;
  if (options.stages.empty())
    std::ranges::copy_if(built_in_stages(), std::back_inserter(entries),
                         [&](const StageEntry &one) {
                           return options.ladder.empty() || one.ladder == options.ladder;
                         });
  for (const auto &name : options.stages)
    for (const auto &ladder : ladders_with(options, name))
      entries.push_back(stage_for(options.command, name, ladder));
  return entries;
}

}  // namespace

StageEntry plugin_for(const std::string &command, const std::string &path) {
  return command == "worker" ? load_plugin(path) : describe_plugin(path);
}

StageEntry stage_for(const std::string &command, const std::string &name,
                     const std::string &ladder) {
  const StageEntry entry =
      find_stage(name, ladder, command == "worker" ? load_plugin : describe_plugin);
  const std::string problem = original_of(ladder).stage->problem;
  if (entry.stage->problem != problem)
    throw UsageError(fmt::format("stage '{}' solves the problem '{}', but the case belongs to '{}'",
                                 name, entry.stage->problem, problem));
  return entry;
}

void check_knobs(const Options &options) {
  if (options.knobs.empty()) return;
  const auto entries = chosen_stages(options);
  for (const auto &[name, values] : options.knobs) {
    for (const auto &value : values) parse_knob(name, value);
    std::vector<std::string> known;
    bool used = false;
    for (const auto &entry : entries) {
      used = used || has_knob(*entry.stage, name);
      for (int k = 0; k < entry.stage->knobs; ++k) known.push_back(entry.stage->knob[k].name);
    }
    if (!used && entries.size() == 1)
      make_launch(*entries[0].stage, {{name, {1}}});  // says what it has
    if (!used) {
      const auto near = nearest(name, known);
      throw UsageError(
          fmt::format("--{} is not a knob of the chosen stages{}", name,
                      near.empty() ? "" : fmt::format("; did you mean --{}?", near[0])));
    }
  }
}

std::vector<Choice> choose(const Options &options,
                           const std::function<void(const std::string &)> &refused) {
  check_knobs(options);
  const auto entries = chosen_stages(options);
  std::vector<Choice> choices;
  for (const auto &entry : entries) {
    std::vector<AskedKnobs> combinations = {{}};
    for (const auto &[name, values] : options.knobs) {
      if (!has_knob(*entry.stage, name)) continue;
      std::vector<AskedKnobs> longer;
      for (const auto &value : values)
        for (AskedKnobs knobs : combinations) {
          knobs[name] = parse_knob(name, value);
          longer.push_back(knobs);
        }
      combinations = longer;
    }
    if (has_two_times(*entry.stage) && !options.knobs.contains(resident_knob))
      combinations = with_both_times(combinations);
    for (const auto &knobs : combinations) {
      try {
        choices.push_back({entry, make_launch(*entry.stage, knobs)});
      } catch (const UsageError &why) {
        if (!refused) throw;
        refused(why.what());
      }
    }
  }
  if (options.launch == "tuned") return with_tuned_launches(options, choices).choices;
  return choices;
}

std::vector<CaseOverrides> each_case(const Options &options) {
  std::vector<CaseOverrides> cases = {options.overrides};
  const auto multiply = [&](const std::vector<int> &values,
                            std::optional<int> CaseOverrides::*which) {
    if (values.empty()) return;
    std::vector<CaseOverrides> longer;
    for (const CaseOverrides &one : cases)
      for (const int value : values) {
        longer.push_back(one);
        longer.back().*which = value;
      }
    cases = longer;
  };
  multiply(options.half_lengths, &CaseOverrides::half_length);
  multiply(options.samples, &CaseOverrides::samples);
  return cases;
}

CaseOverrides one_case(const Options &options) {
  const auto cases = each_case(options);
  if (cases.size() != 1)
    throw UsageError(
        fmt::format("{} takes one case, but the lists give {}; `ladder sweep` takes lists "
                    "of half-lengths and samples",
                    options.command == "ladder" ? "`ladder`" : "`ladder " + options.command + "`",
                    cases.size()));
  return cases[0];
}

How how_to_measure(const Options &options, const CaseOverrides &over) {
  const std::string what =
      options.sizes.empty() ? "--case=" + options.problem_case : "--ladder=" + options.ladder;
  How how{options.repetition, options.isolate, options.hang_limit, std::nullopt, {what}};
  if (over.instead_of_file) how.case_arguments = over.instead_of_file->arguments;
  if (options.benchmark_min_time_s > 0) {
    how.repetition.least_time_s = options.benchmark_min_time_s;
  }
  if (!options.proof.empty()) how.by_samples = options.proof == "samples";
  const auto add = [&](const char *name, const std::string &value) {
    if (!value.empty()) how.case_arguments.push_back(fmt::format("--{}={}", name, value));
  };
  add("model", over.model);
  add("units", over.units);
  add("length-units", over.length_units);
  add("axes", over.axes);
  add("endian", over.endian);
  add("source", over.source);
  add("receivers", over.receivers);
  add("wavelet", over.wavelet);
  add("operator", over.operator_family);
  add("grid", over.cells);
  add("dt", over.dt);
  if (over.half_length) add("half-length", std::to_string(*over.half_length));
  if (over.samples) add("nt", std::to_string(*over.samples));
  return how;
}

}  // namespace ladder
