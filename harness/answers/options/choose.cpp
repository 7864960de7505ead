#include "harness/answers/options/choose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record_file.h"
#include "harness/answers/tune/tuning.h"
#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/bench/registry/plugin.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"

namespace ladder {
namespace {

// A stage of an adopted routine whose arrays may stay on the device has two times.
constexpr const char *resident_knob = "resident";

bool has_two_times(const ladder_stage &stage) {
  return is_adopted(stage) && has_knob(stage, resident_knob);
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

// The ladder of the case; `list`, which has none, looks in all. For a plug-in, the first of its
// problem.
std::vector<std::string> ladders_with(const StageChoice &options, const std::string &name) {
  if (!options.ladder.empty()) return {options.ladder};
  std::vector<std::string> found;
  if (name.ends_with(".so")) {
    const std::string problem =
        (options.load_plugins ? load_plugin : describe_plugin)(name).stage->problem;
    for (const std::string &ladder : ladders())
      if (found.empty() && problem == original_of(ladder).stage->problem) found.push_back(ladder);
  }
  for (const auto &entry : built_in_stages())
    if (entry.name() == name) found.push_back(entry.ladder);
  return found.empty() ? std::vector{ladders().front()} : found;
}

std::vector<StageEntry> chosen_stages(const StageChoice &options) {
  std::vector<StageEntry> entries;
  if (options.stages.empty())
    std::ranges::copy_if(built_in_stages(), std::back_inserter(entries),
                         [&](const StageEntry &one) {
                           return options.ladder.empty() || one.ladder == options.ladder;
                         });
  for (const auto &name : options.stages)
    for (const auto &ladder : ladders_with(options, name))
      entries.push_back(stage_for(options.load_plugins, name, ladder));
  return entries;
}

}  // namespace

StageEntry stage_for(bool load, const std::string &name, const std::string &ladder) {
  const StageEntry entry = find_stage(name, ladder, load ? load_plugin : describe_plugin);
  const std::string problem = original_of(ladder).stage->problem;
  if (entry.stage->problem != problem)
    throw UsageError(fmt::format("stage '{}' solves the problem '{}', but the case belongs to '{}'",
                                 name, entry.stage->problem, problem));
  return entry;
}

void check_knobs(const StagesOfCase &options) {
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
      throw UsageError(fmt::format("--{} is not a knob of the chosen stages{}", name,
                                   near.empty() ? "; --help shows the options"
                                                : fmt::format("; did you mean --{}?", near[0])));
    }
  }
}

void refuse_idle_emulation(const StagesOfCase &options) {
  if (std::ranges::any_of(chosen_stages(options), &StageEntry::emulated)) return;
  const bool begun = std::ranges::any_of(unbuilt_stages(), [&](const UnbuiltStage &one) {
    return one.ladder == options.ladder && one.file.ends_with(".cu");
  });
  if (begun) return;  // it was said why that one is left out
  throw UsageError(
      "--emulate would have no effect: none of the chosen stages is in CUDA; `ladder new-stage "
      "cuda NAME` writes one");
}

std::vector<Choice> choose_stages(const StageChoice &options) {
  std::vector<Choice> choices;
  for (const StageEntry &entry : chosen_stages(options))
    choices.push_back({entry, make_launch(*entry.stage, {})});
  return choices;
}

std::vector<Choice> choose(const StagesOfCase &options,
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

Json tuned_point(const Case &c, const Choice &choice) {
  Json point = point_json(c, choice, false);
  point["ladder"] = c.ladder;
  return point;
}

TunedChoices with_tuned_launches(const StagesOfCase &options, std::vector<Choice> choices) {
  const Environment environment = read_environment();
  const std::filesystem::path results = machine_folder(environment);
  const std::vector<Json> lines = all_tuned(results);
  const auto c = load_case(options.located, one_case(options));
  const CaseText *own = options.located.made.get();
  const std::string what = own ? fmt::format("{}", fmt::join(own->arguments, " "))
                           : options.replay.empty() ? "--case=" + options.problem_case
                                                    : "--replay=" + options.replay;
  TunedChoices result{std::move(choices), {}};
  bool any = false;
  for (Choice &choice : result.choices) {
    const ladder_stage &stage = *choice.entry.stage;
    if (stage.knobs == 0) continue;
    const TunedLaunch tuned =
        tuned_launch(lines, tuned_point(*c, choice), environment_json(environment));
    if (!tuned.stale.empty())
      throw Error(Exit::not_comparable,
                  fmt::format("the tuned launch of '{}' in '{}' is out of date: {}; find it again "
                              "with `ladder tune {} --stage={}`",
                              choice.entry.name(), results.string(), tuned.stale, what,
                              choice.entry.name()));
    if (tuned.knobs)
      choice.launch = make_launch(stage, *tuned.knobs);
    else
      result.untuned.push_back(choice.entry.name());
    any = any || tuned.knobs;
  }
  if (!any)
    throw Error(Exit::nothing_ran,
                fmt::format("--launch=tuned: no tuned launch of these stages for case '{}' on this "
                            "machine; find one with `ladder tune {}`",
                            c->name, what));
  return result;
}

}  // namespace ladder
