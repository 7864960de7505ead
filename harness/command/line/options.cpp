#include "harness/command/line/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/answers/sweep/range.h"
#include "harness/base/error.h"
#include "harness/base/inputs.h"
#include "harness/base/nearest.h"
#include "harness/base/utf8.h"
#include "harness/bench/registry/adopted.h"
#include "harness/bench/registry/find_case.h"
#include "harness/command/line/choose.h"
#include "harness/command/line/combinations.h"
#include "harness/command/line/declared.h"
#include "harness/command/line/parser.h"
#include "harness/command/line/split_line.h"
#include "harness/command/line/values.h"
#include "harness/formats/captured_call.h"
#include "harness/formats/hdf5.h"
#include "harness/problems/wave/own_case.h"
#include "harness/seismic/shots/model_variant.h"

namespace ladder {
namespace {

// A name goes into records, case files and lists of products.
void refuse_other_than_utf8(const std::vector<std::string> &words) {
  for (const std::string &word : words)
    if (!is_utf8(word))
      throw FileError(fmt::format(
          "'{}' is not UTF-8 text, and records and case files cannot hold such a name: rename the "
          "file or its folder",
          word));
}

// Every file that the command line names is an input, but for those that the command writes.
void note_inputs(Options &options) {
  for (const OptionGroup &group : declared_options(options))
    for (const DeclaredOption &one : group.options) {
      if (const auto *text = std::get_if<Text>(&one.kind); text && text->offer != Offer::outputs)
        note_input(split_hdf5(*text->value).file);
      if (const auto *texts = std::get_if<Texts>(&one.kind); texts)
        for (const std::string &value : *texts->values) note_input(split_hdf5(value).file);
    }
}

// A model without a case makes its own. Its options are then part of that case, and removed from the command line.
void take_own_model(Options &options) {
  CaseOverrides &over = options.overrides;
  // The first of several makes it for all; without --spacing they are models of the default case.
  if (over.model.empty() && !over.spacing.empty() && !options.models.empty())
    over.model = file_of_variant(options.models.front());
  if (over.model.empty() || options.given.contains("--case") || options.command == "migrate")
    return;
  if (!options.replay.empty() || !options.baseline.empty()) return;  // its records name their cases
  const int half_length = options.half_lengths.empty() ? CaseFile{}.half_length
                                                       : std::ranges::max(options.half_lengths);
  over.instead_of_file = std::make_shared<CaseText>(case_of_own_model(over, half_length));
  options.problem_case = over.instead_of_file->name;
  for (std::string *value : {&over.model, &over.spacing, &over.cells}) value->clear();
  if (!options.models.empty()) return;  // which are read by the same words
  for (std::string *value : {&over.units, &over.length_units, &over.axes, &over.endian})
    value->clear();
}

// The stages to choose from are those of the case's ladder. What is wrong with the case, its reader says.
std::string ladder_of_case(const Options &options) {
  const auto known = ladders();
  if (!options.ladder.empty() && std::ranges::find(known, options.ladder) == known.end())
    throw UsageError(fmt::format("--ladder={}: unknown ladder; this program has {}{}",
                                 options.ladder, fmt::join(known, ", "),
                                 did_you_mean(options.ladder, {known.begin(), known.end()})));
  if (!options.ladder.empty() || options.command == "list") return options.ladder;
  if (options.command == "migrate") return "imaging";
  if (options.overrides.instead_of_file) return options.overrides.instead_of_file->ladder;
  std::string ladder = "wave";
  try {
    ladder = ladder_of(find_case(options.problem_case));
  } catch (const Error &) {
    return ladder;
  }
  if (std::ranges::find(known, ladder) == known.end())
    throw FileError(fmt::format("case '{}': there is no ladder '{}'; this program has {}{}",
                                options.problem_case, ladder, fmt::join(known, ", "),
                                did_you_mean(ladder, {known.begin(), known.end()})));
  return ladder;
}

void refuse_ladder_of_this_program(const Options &options) {
  if (options.ladder.empty() || options.command == "list" || options.command == "verify" ||
      options.command == "worker")
    return;
  throw UsageError(fmt::format(
      "--ladder={}: this is no folder that `ladder adopt` made; ladders of this program are those "
      "of their cases: --case=NAME",
      options.ladder));
}

}  // namespace

Options parse_options(int argc, char **argv) {
  Options options;
  options.words = {argv + 1, argv + argc};
  refuse_other_than_utf8(options.words);
  const bool adopted = adopted_ladder() != nullptr;
  SplitLine line = split_line(options.words);
  options.command = line.command;
  // In one word each, so that there is no doubt what is a value.
  std::vector<std::string> words;
  if (line.help) words.push_back("--help");
  if (line.version) words.push_back("--version");
  for (const auto &[name, value] : line.options) {
    words.push_back(value.empty() ? name : fmt::format("{}={}", name, value));
    options.given.insert(name);
  }
  words.insert(words.end(), line.words.begin(), line.words.end());
  parse_words(line.command, words, options);
  note_inputs(options);
  if (adopted) {
    options.problem_case = (adopted_ladder()->folder / adopted_file).string();
    options.ladder = adopted_ladder()->name;
  } else {
    refuse_ladder_of_this_program(options);
  }
  if (std::string &dt = options.overrides.dt; !dt.empty() && dt != "auto")
    dt = fmt::format("{}", seconds("--dt", dt, 1e-9, 10));
  for (auto &[name, values] : line.knobs) options.knobs[name] = expand(name, values);
  refuse_idle_combinations(options);
  take_own_model(options);
  // With a slash it is a path, whatever its name.
  if (!options.replay.empty()) {
    refuse_other_than_captured_call(options.replay);
    options.problem_case =
        (options.replay.find('/') == std::string::npos ? "./" : "") + options.replay;
  }
  options.ladder = ladder_of_case(options);
  check_knobs(options);
  options.repetition.cold = options.cache == "cold";
  return options;
}

}  // namespace ladder
