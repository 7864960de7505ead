// ladder: what each step of a port from Fortran to C and CUDA is worth on this machine.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/answers/options/rooms.h"
#include "harness/answers/verdict/status.h"
#include "harness/base/child.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/interrupt.h"
#include "harness/base/json.h"
#include "harness/base/line/script.h"
#include "harness/bench/ranks/ranks.h"
#include "harness/bench/registry/registry.h"
#include "harness/command/line/commands.h"

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

// The folder that `ladder adopt` made: of --ladder=DIR, of --case=DIR/ladder.toml, or the current
// one where nothing else is computed. Empty where there is none.
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

// Compiles the stages that the line asks for and adds them to those of this build. Throws what the
// compilers say: FileError for a stage of the user's. Called before the line is parsed, since the
// stages bring knobs.
void take_adopted_ladder(const std::vector<std::string> &words) {
  const std::string command = command_of(words);
  if (of_built_in_cases.contains(command) && is_adopted(".") && !names_others(words) &&
      !value_of(words, "--ladder"))
    throw UsageError(
        fmt::format("this is the folder of an adopted routine, of which `ladder {}` knows nothing: "
                    "name a case, such as --case=thesis",
                    command));
  const auto folder = adopted_folder(words);
  if (!folder || std::ranges::count(words, "--help") || std::ranges::count(words, "-h")) return;
  const char *given = std::getenv(description_for_children);
  if (command_of(words) == "worker" && given) {
    add_adopted(Json::parse(given, nullptr, false));
    return;
  }
  std::vector<std::string> asked = {folder->string()};
  if (command == "predict") refuse_unknown_machine(value_of(words, "--on").value_or(""), *folder);
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
}

Exit run_parsed(const Names &words) { return parse_line(words).options->run(); }

Exit run_words(const Names &words) {
  take_adopted_ladder(words);
  const ParsedLine line = parse_line(words);
  line.command->looks_only ? end_at_interrupts() : catch_interrupts();
  return line.options->run();
}

int run(int argc, char **argv) {
  try {
    const Names words(argv + 1, argv + argc);
    const Command *command = words.empty() ? nullptr : find_command(words.front());
    // A child process of rank 0 is no rank.
    if (!command || !command->internal()) start_ranks();
    if (command && command->with_words)
      return static_cast<int>(
          command->with_words(*command, {words.begin() + 1, words.end()}, run_parsed));
    guard_inputs();
    return static_cast<int>(run_words(words));
  } catch (const Broken &broken) {
    if (argc > 1 && std::string_view(argv[1]) == "verify" &&
        std::count(argv, argv + argc, std::string_view("--json")))
      fmt::print("{}\n", compile_error_json(broken.stage, broken.what(), broken.errors).dump());
    say_failure(broken.what());
    return static_cast<int>(broken.exit);
  } catch (const Error &error) {
    say_failure(error.what());
    return static_cast<int>(error.exit);
  } catch (const std::bad_alloc &) {
    say_failure("out of memory: this case needs more than the host has; take a smaller case");
    return static_cast<int>(Exit::file);
  } catch (const Json::exception &error) {
    // Fields that are read without a look at each of them first.
    const std::string files = inputs_text();
    if (!files.empty())
      say_failure(fmt::format("a record has a field that is not as ladder writes it, in one of {}: "
                              "{}; leave the record out, or measure it again",
                              files, error.what())
                      .c_str());
    else
      say_failure(fmt::format("unexpected: {}", error.what()).c_str());
    return static_cast<int>(files.empty() ? Exit::wrong : Exit::file);
  } catch (const std::exception &error) {
    if (std::ferror(stdout) || std::ferror(stderr)) return static_cast<int>(Exit::file);
    say_failure(fmt::format("unexpected: {}", error.what()).c_str());
    return static_cast<int>(Exit::wrong);
  }
}

}  // namespace
}  // namespace ladder

int main(int argc, char **argv) {
  using namespace ladder;
  open_closed_streams();
  report_size_limit();
  const int code = run(argc, argv);
  if (finish_standard_output()) return code;
  say_failure(
      "standard output could not be written completely: its disk may be full; make room, or send "
      "it elsewhere");
  return code == 0 ? static_cast<int>(Exit::file) : code;
}
