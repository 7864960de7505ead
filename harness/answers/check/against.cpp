#include "harness/answers/check/against.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/base/child.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/line/script.h"
#include "harness/bench/registry/plugin.h"
#include "harness/machine/instructions/count.h"
#include "harness/usual_ladder.h"

namespace ladder {
namespace {

constexpr double limit_s = 60;

FileError not_ladder(const std::string &program, const char *why) {
  return FileError(
      fmt::format("'{}' is not a ladder program: it {}; name the file `ladder` of another build",
                  program, why));
}

}  // namespace

std::vector<StageName> stages_of_program(const std::string &program) {
  const std::string path = std::filesystem::absolute(program).string();
  const ChildOutput version = run_command({path, "--version"}, limit_s);
  if (version.start_error != 0 || version.status != 0 || !version.text.starts_with("ladder "))
    throw not_ladder(program, "does not answer --version as ladder does");
  const ChildOutput list = run_command({path, "list", "--json"}, limit_s);
  std::vector<StageName> stages;
  std::istringstream lines(list.text);
  for (std::string line; std::getline(lines, line);) {
    const Json one = Json::parse(line, nullptr, false);
    if (!one.is_object() || !one.contains("name") || !one.at("name").is_string()) continue;
    // Early versions had one ladder.
    stages.push_back({one.value("ladder", std::string(usual_ladder)), one.at("name")});
  }
  if (list.start_error != 0 || list.status != 0 || stages.empty())
    throw not_ladder(program, "lists no stages (`ladder list --json`)");
  return stages;
}

std::string stage_lacking(const std::string &program, const std::vector<StageName> &its_stages,
                          const StageEntry &entry) {
  const bool has = std::ranges::any_of(its_stages, [&](const StageName &one) {
    return one.ladder == entry.ladder && one.stage == entry.name();
  });
  if (has || entry.plugin) return "";
  return fmt::format("stage differs: '{}' does not have '{}'", program, entry.name());
}

namespace {

namespace fs = std::filesystem;

bool is_plugin(const std::string &name) { return name.ends_with(".so"); }

// The only stage that is asked for: what a single shared object is compared with.
std::string only_stage(const std::string &against, const std::vector<std::string> &stages) {
  if (stages.size() == 1) return stages[0];
  throw UsageError(fmt::format(
      "--against={} is one stage: name the one that it is compared with, --stage=NAME or "
      "--stage=FILE.so",
      against));
}

std::string name_of_stage(const std::string &stage) {
  return is_plugin(stage) ? describe_plugin(stage).name() : stage;
}

bool holds_json(const std::string &path) {
  std::ifstream in(path);
  char first = 0;
  return in >> first && first == '{';
}

// Shared objects of a folder, by what they call themselves.
std::map<std::string, StageEntry> plugins_in(const std::string &folder) {
  std::map<std::string, StageEntry> found;
  for (const auto &file : fs::directory_iterator(folder))
    if (is_plugin(file.path().string())) {
      const StageEntry entry = describe_plugin(file.path().string());
      found[entry.name()] = entry;
    }
  return found;
}

// scripts/old_side.py copies, builds and compiles.
Json old_side(const std::string &given, const std::vector<std::string> &stages,
              const std::string &build, bool emulated) {
  std::vector<std::string> words = {"--against=" + given, "--build=" + build};
  if (emulated) words.push_back("--count");
  if (const AdoptedLadder *adopted = adopted_ladder())
    words.push_back("--ladder=" + adopted->folder.string());
  words.insert(words.end(), stages.begin(), stages.end());
  const Json answer = Json::parse(answer_of_script("old_side.py", words), nullptr, false);
  if (!answer.is_object())
    throw Error(Exit::nothing_ran, "the old side could not be built: its script gave no answer");
  throw_failure(answer);
  return answer;
}

void take_old_side(const Json &answer, Against &against) {
  against.words = answer.value("words", "");
  if (answer.contains("program")) {
    against.program = answer["program"];
    against.its_stages = stages_of_program(against.program);
  }
  for (const Json &one : answer.value("stages", Json::array())) {
    StageEntry entry = describe_plugin(one.at("library").get<std::string>());
    if (one.contains("hash")) entry.hash = one["hash"];
    entry.emulated = one.value("emulated", false);
    const std::string name = one.value("name", entry.name());
    if (one.contains("counted")) against.counted[name] = one["counted"];
    against.stages[name] = entry;
  }
}

}  // namespace

Against find_against(const std::string &given, const std::vector<std::string> &stages,
                     const std::string &build, bool emulated) {
  Against against;
  against.given = given;
  if (given.empty()) return against;
  against.program = this_program();
  std::error_code ignored;
  if (fs::is_directory(given, ignored) && !adopted_ladder()) {
    against.stages = plugins_in(given);
    if (against.stages.empty())
      throw FileError(
          fmt::format("--against={}: the folder holds no shared objects of stages (.so)", given));
  } else if (fs::is_directory(given, ignored)) {
    take_old_side(old_side(given, stages, build, emulated), against);
  } else if (fs::exists(given, ignored) && is_plugin(given)) {
    const std::string stage = name_of_stage(only_stage(given, stages));
    against.stages[stage] = describe_plugin(given);
  } else if (fs::exists(given, ignored) && holds_json(given)) {
    against.baseline = given;
  } else if (fs::exists(given, ignored)) {
    if (access(given.c_str(), X_OK) != 0)
      throw FileError(fmt::format(
          "--against={}: the file is neither a program, nor a shared object (.so), nor records",
          given));
    against.its_stages = stages_of_program(given);
    against.program = fs::absolute(given).string();
  } else {
    take_old_side(old_side(given, stages, build, emulated), against);
  }
  return against;
}

std::map<std::string, std::string> counted_now(const std::vector<std::string> &stages) {
  std::map<std::string, std::string> found;
  for (const Json &one : old_side("", stages, "", false).value("stages", Json::array()))
    found[one.at("name")] = one.at("counted");
  return found;
}

std::string lacks_old_side(const Against &against, const StageEntry &entry) {
  if (against.given.empty()) return "";
  if (against.other_program()) return stage_lacking(against.program, against.its_stages, entry);
  return against.stages.contains(entry.name())
             ? ""
             : fmt::format("stage differs: '{}' does not have '{}'", against.given, entry.name());
}

}  // namespace ladder
