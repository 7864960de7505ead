#include <fmt/format.h>

#include <sstream>

#include "harness/command/line/commands.h"

namespace ladder {
namespace {

constexpr std::size_t column = 34, width = 100;

// A line for each command, in groups.
std::string commands_text() {
  std::string text, group;
  for (const Command *command : commands()) {
    if (command->group.empty()) continue;
    if (command->group != group) text += fmt::format("\n{}:\n", group = command->group);
    text += fmt::format("  {:<12}{}\n", command->name, command->about);
  }
  return text;
}

std::string entry(const std::string &name, const std::string &about) {
  std::string text = fmt::format("  {:<{}}", name, column - 2);
  const std::string next_line = "\n" + std::string(column, ' ');
  if (name.size() + 2 >= column) text += next_line;
  std::istringstream words(about);
  std::size_t filled = 0;
  for (std::string word; words >> word;) {
    const bool breaks = filled > 0 && filled + 1 + word.size() > width - column;
    text += breaks ? next_line : filled > 0 ? " " : "";
    filled = breaks || filled == 0 ? word.size() : filled + 1 + word.size();
    text += word;
  }
  return text + "\n";
}

std::string entry(const Option &option) {
  return entry(option.name + (option.takes_value() ? " " + option.label() : ""),
               option.description());
}

std::string footer_of(const Command &command, bool knobs) {
  std::string footer;
  if (knobs)
    footer =
        "\nKnobs of a stage (`ladder list` shows them) are options too: --threads=128 "
        "--block=16x16.\n"
        "Lists and ranges are taken: --stage=cmem,smem --threads=64:1024:*2 "
        "--half-length=1:16.\n";
  footer += "\nExamples:\n";
  for (const std::string &example : command.examples)
    footer += fmt::format("  ladder {}\n", example);
  return footer;
}

}  // namespace

std::string help_of(const Command &command) {
  Declared declared;
  std::unique_ptr<BoundOptions> bound;  // the presets are its values
  if (!command.script()) declared = (bound = command.bind())->declared;
  std::string words_used, words, options;
  for (const OptionGroup &group : declared.groups) {
    std::string of_group;
    for (const Option &option : group.options) {
      (option.word() ? words : of_group) += entry(option);
      if (option.word())
        words_used += option.required ? " " + option.name : fmt::format(" [{}...]", option.name);
    }
    if (!of_group.empty()) options += fmt::format("\n{}:\n{}", group.title, of_group);
  }
  std::string text = command.about;
  if (command.name == "ladder")
    text += "\n\nUsage: ladder [OPTIONS]\n       ladder COMMAND [OPTIONS]\n" + commands_text();
  else
    text += fmt::format("{}Usage: ladder {} [OPTIONS]{}\n", text.empty() ? "" : "\n", command.name,
                        words_used);
  if (!words.empty()) text += "\nPositionals:\n" + words;
  return text + "\nOptions:\n" + entry("-h,--help", "Print this help message and exit") +
         entry("--version", "Display program version information and exit") + options +
         footer_of(command, declared.knobs);
}

}  // namespace ladder
