#include "harness/command/line/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "harness/base/data_folder.h"
#include "harness/base/json.h"
#include "harness/base/line/script.h"
#include "harness/bench/registry/registry.h"

namespace ladder {
namespace {

struct Known {
  std::vector<std::unique_ptr<BoundOptions>> bound;  // the places of the options
  std::vector<KnownOption> options;
  Names with_knobs;
};

const Known &known() {
  static const Known all = [] {
    Known known;
    for (const Command *command : commands()) {
      if (command->script()) continue;
      const Declared &declared = known.bound.emplace_back(command->bind())->declared;
      if (declared.knobs) known.with_knobs.push_back(command->name);
      for (const OptionGroup &group : declared.groups)
        for (const Option &option : group.options) {
          const auto at = std::ranges::find_if(
              known.options, [&](const auto &one) { return one.option.name == option.name; });
          if (at == known.options.end())
            known.options.push_back({option, group.title, {command->name}});
          else
            at->commands.push_back(command->name);
        }
    }
    return known;
  }();
  return all;
}

// By reason, the names by ladder, in the order of the registry.
using OfLadders = std::vector<std::pair<std::string, std::vector<std::string>>>;

template <typename Value>
Value &of_key(std::vector<std::pair<std::string, Value>> &all, const std::string &key) {
  auto at = std::ranges::find(all, key, &std::pair<std::string, Value>::first);
  if (at == all.end()) at = all.insert(at, {key, {}});
  return at->second;
}

// Sentences that begin with `where`.
std::string by_reason(const std::string &where, const std::vector<UnbuiltStage> &stages,
                      const Screen &screen) {
  std::vector<std::pair<std::string, OfLadders>> reasons;
  for (const UnbuiltStage &one : stages)
    of_key(of_key(reasons, one.why), one.ladder).push_back(one.name);
  std::string text;
  for (const auto &[why, of_ladders] : reasons) {
    std::vector<std::string> parts;
    for (const auto &[of, names] : of_ladders)
      parts.push_back(fmt::format("{} of {} ({})", names.size(), of, fmt::join(names, ", ")));
    text +=
        wrapped(fmt::format("{}, {}: {}", where, why, fmt::join(parts, "; ")), screen.width, "  ") +
        "\n";
  }
  return text;
}

}  // namespace

const Command *find_command(const std::string &name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  return found == commands().end() ? nullptr : *found;
}

Names names_of_commands() {
  Names names;
  for (const Command *command : commands())
    if (!command->group.empty()) names.push_back(command->name);
  return names;
}

bool KnownOption::is_for(const std::string &command) const {
  return std::ranges::count(commands, command) > 0;
}

const std::vector<KnownOption> &known_options() { return known().options; }

const KnownOption *find_option(const std::string &name) {
  for (const KnownOption &one : known_options())
    if (one.option.name == name && !one.option.word()) return &one;
  return nullptr;
}

const Names &commands_with_knobs() { return known().with_knobs; }

std::string left_out_text(const std::string &ladder, const Screen &screen) {
  std::vector<UnbuiltStage> stages = unbuilt_stages();
  std::erase_if(stages, [&](const auto &one) { return !ladder.empty() && one.ladder != ladder; });
  return by_reason("not in this build", stages, screen);
}

std::string other_languages_text(const std::string &ladder, const std::string &why_no_gpu,
                                 const Screen &screen) try {
  const std::string run = "languages/run";
  std::error_code problem;
  if (!std::filesystem::exists(data_folder().parent_path() / "scripts" / run, problem))
    return "in other languages: a clone has them (scripts/languages/run)\n";
  std::vector<UnbuiltStage> stages;
  std::string python;
  std::istringstream lines(answer_of_script(run, {"--list", "--json"}));
  for (std::string line; std::getline(lines, line);) {
    const Json rung = Json::parse(line);
    python = rung.at("python");
    std::string why = rung.at("lacks");
    if (why.empty() && rung.at("device") == "cuda") why = why_no_gpu;
    if (why.empty()) why = "its packages are there";
    if (ladder.empty() || rung.at("ladder") == ladder)
      stages.push_back({rung.at("ladder"), rung.at("name"), "", why});
  }
  return by_reason(fmt::format("by {} scripts/{}", python, run), stages, screen);
} catch (const std::exception &problem) {
  return wrapped(fmt::format("in other languages: not known, {}", problem.what()), screen.width,
                 "  ") +
         "\n";
}

}  // namespace ladder
