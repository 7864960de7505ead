#include "harness/command/choose.h"

#include <fmt/format.h>

#include "harness/error.h"
#include "harness/plugin.h"

namespace ladder {
namespace {

bool has_knob(const ladder_stage &stage, const std::string &name) {
  for (int k = 0; k < stage.knobs; ++k)
    if (name == stage.knob[k].name) return true;
  return false;
}

}  // namespace

int whole_number(const std::string &option, const std::string &text, int least, int most) {
  if (text.empty() || text.size() > 9 ||
      text.find_first_not_of("0123456789") != std::string::npos || std::stoi(text) < least ||
      std::stoi(text) > most)
    throw UsageError(
        fmt::format("--{}={}: expected a whole number from {} to {}", option, text, least, most));
  return std::stoi(text);
}

std::vector<Choice> choose(const Options &options,
                           const std::function<void(const std::string &)> &refused) {
  // The child that runs a plug-in has it loaded; nobody else does.
  const auto plugin = options.command == "worker" ? load_plugin : describe_plugin;
  std::vector<StageEntry> entries;
  if (options.stages.empty()) entries = built_in_stages();
  for (const auto &name : options.stages) entries.push_back(find_stage(name, plugin));
  for (const auto &[name, values] : options.knobs) {
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
          fmt::format("'--{}' is no option, and no knob of the chosen stages{}", name,
                      near.empty() ? "" : fmt::format("; did you mean --{}?", near[0])));
    }
  }
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
    for (const auto &knobs : combinations) {
      try {
        choices.push_back({entry, make_launch(*entry.stage, knobs)});
      } catch (const UsageError &why) {
        if (!refused) throw;
        refused(why.what());
      }
    }
  }
  return choices;
}

std::vector<CaseOverrides> each_case(const Options &options) {
  std::vector<CaseOverrides> cases = {options.overrides};
  const auto multiply = [&](const std::vector<std::string> &values, auto set) {
    if (values.empty()) return;
    std::vector<CaseOverrides> longer;
    for (const CaseOverrides &one : cases)
      for (const std::string &value : values) {
        longer.push_back(one);
        set(longer.back(), value);
      }
    cases = longer;
  };
  multiply(options.half_lengths, [](CaseOverrides &one, const std::string &value) {
    one.half_length = whole_number("half-length", value, 1, LADDER_MOST_HALF_LENGTH);
  });
  multiply(options.samples, [](CaseOverrides &one, const std::string &value) {
    one.samples = whole_number("nt", value, 1, 100000000);
  });
  return cases;
}

CaseOverrides one_case(const Options &options) {
  const auto cases = each_case(options);
  if (cases.size() != 1)
    throw UsageError(
        fmt::format("`ladder {}` takes one case, and the lists make {}; `ladder sweep` "
                    "takes lists of half-lengths and samples",
                    options.command, cases.size()));
  return cases[0];
}

How how_to_measure(const Options &options, const CaseOverrides &over) {
  How how{
      options.repetition, options.isolate, options.hang_limit, {"--case=" + options.problem_case}};
  const auto add = [&](const char *name, const std::string &value) {
    if (!value.empty()) how.case_arguments.push_back(fmt::format("--{}={}", name, value));
  };
  add("model", over.model);
  add("units", over.units);
  add("axes", over.axes);
  add("endian", over.endian);
  add("source", over.source);
  add("receivers", over.receivers);
  add("wavelet", over.wavelet);
  add("operator", over.operator_family);
  if (over.half_length) add("half-length", std::to_string(*over.half_length));
  if (over.samples) add("nt", std::to_string(*over.samples));
  return how;
}

}  // namespace ladder
