// ladder completion SHELL: the shell's script on standard output.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/answers/export/formats.h"
#include "harness/base/data_folder.h"
#include "harness/base/line/script.h"
#include "harness/bench/registry/registry.h"
#include "harness/command/line/commands.h"

namespace ladder {
namespace {

std::vector<std::string> names_of_stages(bool unbuilt_too) {
  std::vector<std::string> names;  // each once: ladders may have stages of the same name
  const auto add = [&](const std::string &name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const StageEntry &entry : built_in_stages()) add(entry.name());
  if (unbuilt_too)
    for (const UnbuiltStage &stage : unbuilt_stages()) add(stage.name);
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

std::vector<std::string> words_of(Offer offer) {
  if (offer == Offer::stages) return names_of_stages(false);
  if (offer == Offer::cases) return names_of_cases();
  if (offer == Offer::formats) return names_of_formats();
  return {};
}

CompletedOption completed(const Option &option, const Names &commands) {
  CompletedOption done{option.name, commands, option.about, option.takes_value()};
  const auto offer = [&](Offer what) {
    done.words = words_of(what);
    // A stage may be a plug-in, and a case a path.
    done.file = what != Offer::nothing && what != Offer::formats;
  };
  if (const auto *text = std::get_if<Text>(&option.kind)) offer(text->offer);
  if (const auto *texts = std::get_if<Texts>(&option.kind)) offer(texts->offer);
  if (const auto *choice = std::get_if<OneOf>(&option.kind)) done.words = choice->words;
  done.list = option.takes_several();
  return done;
}

void erase_internal(Names &names) {
  std::erase_if(names, [](const auto &name) { return find_command(name)->internal(); });
}

// Each once: several stages may have a knob of the same name.
void offer_knobs(std::vector<CompletedOption> &options) {
  std::set<std::string> listed;
  Names commands = commands_with_knobs();
  erase_internal(commands);
  for (const StageEntry &entry : built_in_stages())
    for (int k = 0; k < entry.stage->knobs; ++k) {
      const ladder_knob &knob = entry.stage->knob[k];
      if (listed.insert(knob.name).second)
        options.push_back({fmt::format("--{}", knob.name), commands,
                           fmt::format("knob: {}", knob.unit), true, true});
    }
}

struct CompletionOptions : CommandLine {
  std::string shell;

  void declare(Declared &declared) {
    declared.add("Output",
                 {{"shell", OneOf{&shell, {"bash", "zsh", "fish", "json", "man"}},
                   "the shell that completes the command; json: all declarations, for other "
                   "tools; man: the manual page",
                   "", true}});
  }
  void settle() const {}
};

Exit run_completion(const CompletionOptions &options) {
  if (options.shell == "bash") fmt::print("{}", as_bash(completion()));
  if (options.shell == "zsh") fmt::print("{}", as_zsh(completion()));
  if (options.shell == "fish") fmt::print("{}", as_fish(completion()));
  if (options.shell == "json") fmt::print("{}", as_json());
  if (options.shell == "man") fmt::print("{}", as_man());
  return Exit::ok;
}

}  // namespace

Completion completion() {
  Completion all;
  for (const std::string &name : names_of_commands()) {
    CompletedCommand command{name, find_command(name)->about, {}};
    if (name == "plot") command.words = names_of_plots();
    if (name == "explain") command.words = names_of_stages(true);
    all.commands.push_back(command);
  }
  for (const KnownOption &known : known_options()) {
    CompletedOption one = completed(known.option, known.commands);
    erase_internal(one.commands);
    if (one.commands.empty()) continue;
    if (!known.option.word()) {
      all.options.push_back(one);
      continue;
    }
    for (CompletedCommand &command : all.commands)
      if (known.is_for(command.name)) command.words = one.words;
  }
  offer_knobs(all.options);
  Names everywhere = names_of_commands();
  std::erase_if(everywhere, [](const auto &name) { return find_command(name)->script(); });
  everywhere.insert(everywhere.begin(), "ladder");
  all.options.push_back({"--help", everywhere, "its options, with ranges, defaults and examples"});
  all.options.push_back({"--version", {"ladder"}, "of the program"});
  return all;
}

const Command completion_command = {"completion",
                                    "Set up a shell",
                                    "print what a shell needs to complete this command",
                                    {"completion bash", "completion json"},
                                    true,
                                    bind_options<CompletionOptions, run_completion>};

}  // namespace ladder
