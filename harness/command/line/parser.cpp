#include "harness/command/line/parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "build_info.h"
#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/standard_streams.h"
#include "harness/command/line/values.h"

namespace ladder {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
// clang deduces the arguments of an aggregate from version 17 on.
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

constexpr std::size_t column = 34, width = 100;  // of the help

// A line for each command, in groups.
std::string commands_text() {
  std::string text;
  for (const CommandGroup &group : command_groups()) {
    text += fmt::format("\n{}:\n", group.title);
    for (const std::string &name : group.commands)
      text += fmt::format("  {:<12}{}\n", name, declared_command(name).about);
  }
  return text;
}

// The commands are before the options. CLI11 leaves two empty lines between groups.
class Formatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App *app, std::string name) const override {
    if (app->get_name() != "ladder") return CLI::Formatter::make_usage(app, name);
    return "\nUsage: ladder [OPTIONS]\n       ladder COMMAND [OPTIONS]\n" + commands_text();
  }
  std::string make_help(const CLI::App *app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return CLI::detail::find_and_replace(CLI::Formatter::make_help(app, name, mode), "\n\n\n",
                                         "\n\n");
  }
};

std::string wrapped_help(const std::string &text) {
  std::string lines, line;
  for (const std::string &word : CLI::detail::split(text, ' ')) {
    if (!line.empty() && line.size() + 1 + word.size() > width - column) {
      lines += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return lines + line;
}

std::string range_of(const DeclaredOption &option) {
  const auto text = [](auto least, auto most) {
    return fmt::format("{:.10g} to {:.10g}", least, most);
  };
  return std::visit(
      Overloaded{[&](const Whole &k) { return text(double(k.least), double(k.most)); },
                 [&](const MaybeWhole &k) { return text(double(k.least), double(k.most)); },
                 [&](const Wholes &k) { return text(double(k.least), double(k.most)); },
                 [&](const Real &k) { return text(k.least, k.most); },
                 [](const auto &) { return std::string(); }},
      option.kind);
}

std::string one_of(const std::string &name, const std::string &text, const Names &words) {
  if (std::ranges::count(words, text) == 0)
    throw UsageError(fmt::format("{}={}: expected {}{}", name, text, fmt::join(words, " or "),
                                 did_you_mean(text, words)));
  return text;
}

CLI::Option *add(CLI::App &app, const DeclaredOption &option) {
  const std::string name = option.name, about = wrapped_help(description_of(option));
  using Given = const std::vector<std::string> &;
  using One = const std::string &;
  return std::visit(
      Overloaded{
          [&](const Flag &k) { return app.add_flag(name, *k.value, about); },
          [&](const Text &k) -> CLI::Option * { return app.add_option(name, *k.value, about); },
          [&](const OneOf &k) {
            return app.add_option_function<std::string>(
                name, [=](One text) { *k.value = one_of(name, text, k.words); }, about);
          },
          [&](const Whole &k) {
            return app.add_option_function<std::string>(
                name, [=](One text) { *k.value = whole_number(name, text, k.least, k.most); },
                about);
          },
          [&](const MaybeWhole &k) {
            return app.add_option_function<std::string>(
                name, [=](One text) { *k.value = whole_number(name, text, k.least, k.most); },
                about);
          },
          [&](const Seconds &k) {
            return app.add_option_function<std::string>(
                name, [=](One text) { *k.value = seconds(name, text, k.least, k.most); }, about);
          },
          [&, unit = option.unit](const Real &k) {
            return app.add_option_function<std::string>(
                name, [=](One text) { *k.value = real_number(name, text, k.least, k.most, unit); },
                about);
          },
          [&](const Texts &k) {
            return app.add_option_function<Names>(
                name,
                [=](Given words) {
                  for (One word : words)
                    for (One part : separated(name, word)) k.values->push_back(part);
                },
                about);
          },
          [&](const Wholes &k) {
            return app.add_option_function<Names>(
                name,
                [=](Given words) {
                  Names parts;
                  for (One word : words)
                    for (One part : separated(name, word)) parts.push_back(part);
                  *k.values = whole_numbers(name, parts, k.least, k.most);
                },
                about);
          }},
      option.kind);
}

std::string footer_of(const DeclaredCommand &command) {
  std::string footer;
  if (std::ranges::count(commands_with_knobs(), command.name))
    footer =
        "Knobs of a stage (`ladder list` shows them) are options too: --threads=128 "
        "--block=16x16.\n"
        "Lists and ranges are taken: --stage=cmem,smem --threads=64:1024:*2 "
        "--half-length=1:16.\n\n";
  footer += "Examples:";
  for (const std::string &example : command.examples)
    footer += fmt::format("\n  ladder {}", example);
  return footer;
}

// The options of that command, which write into `options`, and its help.
void fill_parser(CLI::App &app, const std::string &command, Options &options) {
  const DeclaredCommand &declared = declared_command(command);
  app.name(command == "ladder" ? command : "ladder " + command);
  app.description(declared.about);
  app.set_version_flag("--version", "ladder " LADDER_VERSION " (" LADDER_COMMIT ")");
  app.formatter(std::make_shared<Formatter>());
  app.get_formatter()->column_width(column);
  for (const OptionGroup &group : declared_options(options))
    for (const DeclaredOption &option : group.options) {
      if (!option.is_for(command)) continue;
      CLI::Option *added = add(app, option)->required(option.required);
      if (option.takes_value()) added->option_text(label_of(option));
      if (!option.word()) added->group(group.title)->allow_extra_args(false);
    }
  app.footer(footer_of(declared));
}

}  // namespace

std::string label_of(const DeclaredOption &option) {
  return std::visit(
      Overloaded{[](const Flag &) { return std::string(); }, [](const Text &k) { return k.label; },
                 [](const Texts &k) { return k.label; },
                 [](const Whole &) { return std::string("N"); },
                 [](const MaybeWhole &) { return std::string("N"); },
                 [](const Real &) { return std::string("NUMBER"); },
                 [](const Seconds &) { return std::string("TIME"); },
                 [](const Wholes &) { return std::string("N,N:N,..."); },
                 [](const OneOf &k) { return fmt::format("{}", fmt::join(k.words, "|")); }},
      option.kind);
}

std::string default_of(const DeclaredOption &option) {
  return std::visit(
      Overloaded{
          [](const Text &k) { return *k.value; }, [](const OneOf &k) { return *k.value; },
          [](const Whole &k) { return *k.value < k.least ? "" : fmt::format("{}", *k.value); },
          [](const Real &k) { return *k.value < k.least ? "" : fmt::format("{:g}", *k.value); },
          [](const auto &) { return std::string(); }},
      option.kind);
}

std::string description_of(const DeclaredOption &option) {
  std::string text = option.about;
  if (!option.unit.empty()) text += fmt::format(" [{}]", option.unit);
  const std::string range = range_of(option), preset = default_of(option);
  if (!range.empty()) text += fmt::format("; {}", range);
  if (!preset.empty()) text += fmt::format(" (default: {})", preset);
  return text;
}

void parse_words(const std::string &command, std::vector<std::string> words, Options &options) {
  CLI::App app;
  fill_parser(app, command, options);
  std::reverse(words.begin(), words.end());  // CLI11 takes the last first
  try {
    app.parse(words);
  } catch (const CLI::Success &wanted) {
    const int code = app.exit(wanted, std::cout, std::cerr);
    if (!finish_standard_output())
      throw FileError("the help could not be written completely to standard output");
    std::exit(code);
  } catch (const CLI::ParseError &problem) {
    throw UsageError(fmt::format("{}; see `{} --help`", problem.what(), app.get_name()));
  }
}

}  // namespace ladder
