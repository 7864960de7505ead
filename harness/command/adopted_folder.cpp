#include "harness/command/adopted_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/line/script.h"
#include "harness/bench/registry/adopted.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

constexpr const char *description_for_children = "LADDER_ADOPTED";

const std::set<std::string> computing = {"ladder", "verify", "sweep",  "tune",
                                         "check",  "list",   "worker", "predict"};

// Answer for built-in cases alone: in the folder of a routine they would answer for another
// computation than the one that is meant.
const std::set<std::string> of_built_in_cases = {"fits"};

// What is computed where one of them is given is no adopted routine.
const std::set<std::string> of_others = {"--case",  "--model", "--replay",  "--size",
                                         "--table", "--help",  "--version", "-h"};

std::string command_of(const std::vector<std::string> &words) {
  return words.empty() || words[0].starts_with("-") ? "ladder" : words[0];
}

// Of `--name=value` and `--name value`; the last one.
std::optional<std::string> value_of(const std::vector<std::string> &words,
                                    const std::string &name) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(name + "=")) value = words[i].substr(name.size() + 1);
    if (words[i] == name && i + 1 < words.size()) value = words[i + 1];
  }
  return value;
}

bool is_adopted(const fs::path &folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / adopted_file, ignored);
}

bool names_others(const std::vector<std::string> &words) {
  return std::ranges::any_of(words, [](const std::string &word) {
    return of_others.contains(word.substr(0, word.find('=')));
  });
}

}  // namespace

std::optional<fs::path> adopted_folder(const std::vector<std::string> &words) {
  if (!computing.contains(command_of(words))) return std::nullopt;
  const auto named = value_of(words, "--ladder"), its_case = value_of(words, "--case");
  if (named && is_adopted(*named)) return fs::absolute(*named);
  if (its_case && fs::path(*its_case).filename() == adopted_file)
    return fs::absolute(fs::path(*its_case).parent_path().empty()
                            ? fs::path(".")
                            : fs::path(*its_case).parent_path());
  if (named || names_others(words) || command_of(words) == "worker") return std::nullopt;
  return is_adopted(".") ? std::optional(fs::absolute(".")) : std::nullopt;
}

bool take_adopted_ladder(const std::vector<std::string> &words) {
  const std::string command = command_of(words);
  if (of_built_in_cases.contains(command) && is_adopted(".") && !names_others(words) &&
      !value_of(words, "--ladder"))
    throw UsageError(
        fmt::format("this is the folder of an adopted routine, of which `ladder {}` knows nothing: "
                    "name a case, such as --case=thesis",
                    command));
  const auto folder = adopted_folder(words);
  if (!folder || std::ranges::count(words, "--help") || std::ranges::count(words, "-h"))
    return false;
  const char *given = std::getenv(description_for_children);
  if (command_of(words) == "worker" && given) {
    add_adopted(Json::parse(given, nullptr, false));
    return true;
  }
  std::vector<std::string> asked = {folder->string()};
  if (command_of(words) == "list") asked.insert(asked.begin(), "--describe");
  if (command_of(words) == "predict" || std::ranges::count(words, "--metric=emulated"))
    asked.insert(asked.begin(), "--count");
  if (std::ranges::count(words, "--emulate")) asked.insert(asked.begin(), "--emulate");
  std::istringstream stages(value_of(words, "--stage").value_or(""));
  for (std::string stage; std::getline(stages, stage, ',');)
    if (!stage.ends_with(".so")) asked.push_back(stage);
  const std::string answer = answer_of_script("build_ladder.py", asked);
  const Json described = Json::parse(answer, nullptr, false);
  throw_failure(described);
  if (!described.is_object())
    throw Error(Exit::nothing_ran, "the stages of the adopted routine could not be compiled");
  add_adopted(described);
  setenv(description_for_children, answer.c_str(), 1);
  return true;
}

}  // namespace ladder
