#include "harness/command/line/commands.h"

#include <algorithm>

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

}  // namespace ladder
