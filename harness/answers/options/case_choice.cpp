#include "harness/answers/options/case_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/progress.h"
#include "harness/bench/registry/registry.h"
#include "harness/formats/captured_call.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

void refuse_unknown_ladder(const LocatedCase &found) {
  const auto known = ladders();
  if (found.failure || std::ranges::count(known, found.ladder) > 0) return;
  for (const UnbuiltStage &stage : unbuilt_stages())
    if (stage.ladder == found.ladder)
      throw Error(Exit::nothing_ran,
                  fmt::format("case '{}': this program has no stage of the ladder '{}': {}",
                              found.shown, found.ladder, stage.why));
  throw FileError(fmt::format("case '{}': there is no ladder '{}'; this program has {}{}",
                              found.shown, found.ladder, fmt::join(known, ", "),
                              did_you_mean(found.ladder, {known.begin(), known.end()})));
}

const Problem &problem_of_models() {
  for (const Problem *one : problems())
    if (one->case_of_model) return *one;
  throw UsageError("no problem of this program makes a case for a --model: name one with --case");
}

}  // namespace

Option CaseChoice::case_option() {
  return {"--case", Text{&problem_case, "NAME|FILE", Offer::cases},
          "a case of data/ by name, or a case file"};
}

Option CaseChoice::replay_option() {
  return {"--replay", Text{&replay, "FILE", Offer::files},
          "instead of a case: time steps captured from another program (LADDER_CAPTURE=FILE)"};
}

std::vector<Option> CaseChoice::options_of_case(unsigned parts) {
  std::vector<Option> options;
  for (const CaseOption &one : case_options()) {
    auto *numbers = std::holds_alternative<std::string CaseOverrides::*>(one.member)
                        ? nullptr
                        : &lists[one.name];
    if (!(one.part & parts)) continue;
    Option option{one.name, one.kind, one.about, one.unit};
    const auto text = [&] { return &(overrides.*std::get<0>(one.member)); };
    if (auto *k = std::get_if<Text>(&option.kind)) k->value = text();
    if (auto *k = std::get_if<OneOf>(&option.kind)) k->value = text();
    if (auto *k = std::get_if<SecondsOr>(&option.kind)) k->value = text();
    if (auto *k = std::get_if<Wholes>(&option.kind)) k->values = numbers;
    options.push_back(option);
  }
  return options;
}

void CaseChoice::refuse_idle_case_options() const {
  // A case says its own spacing, and is there already.
  const bool model = is_given("--model") || (is_given("--models") && is_given("--spacing"));
  if (!model || is_given("--case"))
    refuse({"--spacing", "--write-case"}, "it is for a --model without --case");
  if (is_given("--replay"))
    refuse({"--case", "--size", "--ladder"}, "--replay takes captured steps instead of a case");
}

void CaseChoice::locate() {
  // With a slash it is a path, whatever its name.
  if (!replay.empty()) {
    refuse_other_than_captured_call(replay);
    problem_case = (replay.find('/') == std::string::npos ? "./" : "") + replay;
  }
  if (const AdoptedLadder *adopted = adopted_ladder())
    problem_case = (adopted->folder / adopted_file).string();
  located = locate_case(problem_case);
  refuse_unknown_ladder(located);
}

void CaseChoice::locate_or_make(unsigned kept_parts) {
  using enum CaseOption::Part;
  if (overrides.model.empty() || is_given("--case") || !replay.empty()) return locate();
  located = ladder::located(
      std::make_shared<CaseText>(problem_of_models().case_of_model(overrides, half_lengths())));
  problem_case = located.shown;
  // What is said of the model is in that case, and no more on the command line.
  clear_case_options(overrides, (CaseOption::model | reading | raw | grid) & ~kept_parts);
}

std::vector<CaseOverrides> each_case(const CaseChoice &choice) {
  std::vector<CaseOverrides> cases = {choice.overrides};
  // The last option of the table varies the slowest.
  for (auto one = case_options().rbegin(); one != case_options().rend(); ++one) {
    const auto *number = std::get_if<std::optional<int> CaseOverrides::*>(&one->member);
    if (!number || choice.lists.at(one->name).empty()) continue;
    std::vector<CaseOverrides> longer;
    for (const CaseOverrides &shorter : cases)
      for (const int value : choice.lists.at(one->name)) {
        longer.push_back(shorter);
        longer.back().**number = value;
      }
    cases = longer;
  }
  return cases;
}

CaseOverrides one_case(const CaseChoice &choice) {
  const auto cases = each_case(choice);
  if (cases.size() != 1)
    throw UsageError(
        fmt::format("{} takes one case, but the lists give {}; `ladder sweep` takes lists of "
                    "half-lengths and samples",
                    choice.spoken(), cases.size()));
  return cases[0];
}

Option WrittenCase::write_case_option() {
  return {"--write-case", Text{&write_case, "FILE.toml", Offer::outputs},
          "also write the case made from a --model without --case as a case file"};
}

void WrittenCase::claim(bool overwrite, bool dry_run) const {
  if (write_case.empty()) return;
  if (ending_of(write_case) != ".toml")
    throw UsageError(
        fmt::format("--write-case={}: the name of a case file ends in .toml", write_case));
  if (!dry_run) claim_output(write_case, overwrite);
}

void keep_own_case(const CaseChoice &choice, const WrittenCase &written, const CaseOverrides &over,
                   const Case &c, bool dry_run, bool overwrite) {
  if (!choice.located.made) return;
  const std::string &path = written.write_case;
  const std::string text = c.problem().text_of_model_case(
      *choice.located.made, over, c, std::filesystem::path(path).parent_path().string());
  if (!path.empty() && !dry_run) {
    write_whole(path, text, overwrite);
    return say(fmt::format("the case was written to {}", path));
  }
  say("the case that is run (--write-case=FILE.toml writes it to a file):");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) say("    " + line);
}

void say_case(const Case &c) {
  say_all(c.notes);
  say_all(c.words());
}

}  // namespace ladder
