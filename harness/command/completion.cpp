// ladder completion SHELL: the shell's script on standard output.
#include "harness/command/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "harness/case/data_folder.h"
#include "harness/command/commands.h"
#include "harness/command/declared.h"
#include "harness/command/script.h"
#include "harness/output/formats.h"
#include "harness/registry.h"

namespace ladder {
namespace {

std::vector<std::string> names_of_stages(bool unbuilt_too) {
  std::vector<std::string> names;
  for (const StageEntry &entry : built_in_stages()) names.push_back(entry.name());
  if (unbuilt_too)
    for (const UnbuiltStage &stage : unbuilt_stages()) names.push_back(stage.name);
  return names;
}

std::vector<std::string> names_of_cases() {
  std::vector<std::string> names;
  try {
    for (const auto &file : files_of_cases()) names.push_back(file.stem().string());
  } catch (const Error &) {  // without a data folder there are files alone
  }
  return names;
}

std::vector<std::string> names_of_formats() {
  std::vector<std::string> names;
  for (const Format &format : formats) names.push_back(format.name);
  return names;
}

// "warm" and "cold" of "TEXT:{warm,cold}", which is how the parser tells a choice.
std::vector<std::string> choices_in(const std::string &type) {
  const auto begin = type.find('{'), end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

std::vector<std::string> words_of(const CLI::Option &option, const std::string &name) {
  if (name == "--stage") return names_of_stages(false);
  if (name == "--case") return names_of_cases();
  if (name == "--format") return names_of_formats();
  return choices_in(option.get_type_name());
}

CompletedOption option_of(const CLI::Option &option, const std::string &name) {
  const std::vector<std::string> words = words_of(option, name);
  const bool known = !words.empty() && name != "--stage" && name != "--case";
  const bool text = option.get_type_name().starts_with("TEXT");
  return {name,
          option.get_description(),
          option.get_items_expected_max() > 0,
          option.get_delimiter() == ',',
          words,
          text && !known};
}

CompletedCommand command_of(const CLI::App &sub) {
  CompletedCommand command{sub.get_name(), sub.get_description(), {}};
  if (command.name == "plot") command.words = names_of_plots();
  if (command.name == "explain") command.words = names_of_stages(true);
  for (const CLI::Option *option : sub.get_options())
    if (option->get_positional())
      for (const auto &word : choices_in(option->get_type_name())) command.words.push_back(word);
  return command;
}

// Each once: several stages may have a knob of the same name.
void add_knobs(std::vector<CompletedOption> &options) {
  std::set<std::string> told;
  for (const CompletedOption &option : options) told.insert(option.name);
  for (const StageEntry &entry : built_in_stages())
    for (int k = 0; k < entry.stage->knobs; ++k) {
      const ladder_knob &knob = entry.stage->knob[k];
      const std::string name = fmt::format("--{}", knob.name);
      if (told.insert(name).second)
        options.push_back({name, fmt::format("knob: {}", knob.unit), true, true, {}, false});
    }
}

}  // namespace

Completion completion_of(const CLI::App &app) {
  Completion completion;
  for (const CLI::App *sub : app.get_subcommands([](const CLI::App *) { return true; }))
    if (!sub->get_group().empty()) completion.commands.push_back(command_of(*sub));
  for (const CLI::Option *option : app.get_options())
    for (const std::string &bare : option->get_lnames())
      completion.options.push_back(option_of(*option, "--" + bare));
  add_knobs(completion.options);
  return completion;
}

Exit run_completion(const Options &options) {
  Options unused;
  CLI::App app;
  declare(app, unused);
  const Completion completion = completion_of(app);
  if (options.shell == "bash") fmt::print("{}", as_bash(completion));
  if (options.shell == "zsh") fmt::print("{}", as_zsh(completion));
  if (options.shell == "fish") fmt::print("{}", as_fish(completion));
  return Exit::ok;
}

}  // namespace ladder
