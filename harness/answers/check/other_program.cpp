#include "harness/answers/check/other_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/machine/instructions/child_output.h"
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

}  // namespace ladder
