#include <fmt/format.h>

#include <cstdlib>

#include "build_info.h"
#include "harness/base/child.h"
#include "harness/base/clean_text.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/line/option.h"
#include "harness/command/line/commands.h"
#include "harness/formats/foreign_file.h"

namespace ladder {
namespace {

// A name goes into records, case files and lists of products.
void refuse_other_than_utf8(const Names &words) {
  for (const std::string &word : words)
    if (!is_utf8(word))
      throw FileError(fmt::format(
          "'{}' is not UTF-8 text, and records and case files cannot hold such a name: rename the "
          "file or its folder",
          word));
}

// Every file that the command line names is an input, but for those that the command writes.
void note_inputs(const Declared &declared) {
  for (const OptionGroup &group : declared.groups)
    for (const Option &one : group.options) {
      if (const auto *text = std::get_if<Text>(&one.kind); text && text->offer != Offer::outputs)
        note_input(split_array(*text->value).file);
      if (const auto *texts = std::get_if<Texts>(&one.kind); texts)
        for (const std::string &value : *texts->values) note_input(split_array(value).file);
    }
}

[[noreturn]] void print_and_end(const std::string &text) {
  fmt::print("{}", text);
  if (!finish_standard_output())
    throw FileError("the help could not be written completely to standard output");
  std::exit(0);
}

// The words after the command.
void take_words(const Names &words, const Declared &declared, const std::string &help) {
  std::size_t next = 0;
  for (const OptionGroup &group : declared.groups)
    for (const Option &option : group.options) {
      if (!option.word()) continue;
      if (option.takes_several()) {
        option.take({words.begin() + static_cast<std::ptrdiff_t>(next), words.end()});
        next = words.size();
      } else if (next < words.size()) {
        option.take({words[next++]});
      } else if (option.required) {
        throw UsageError(fmt::format("{} is required; see {}", option.name, help));
      }
    }
  if (next < words.size())
    throw UsageError(
        fmt::format("The following argument was not expected: {}; see {}", words[next], help));
}

}  // namespace

ParsedLine parse_line(const Names &words) {
  refuse_other_than_utf8(words);
  const SplitLine line = split_line(words);
  const Command &command = *find_command(line.command);
  if (line.help) print_and_end(help_of(command));
  if (line.version) print_and_end("ladder " LADDER_VERSION " (" LADDER_COMMIT ")\n");
  if (command.script())
    throw UsageError(fmt::format("'{}' is the first word, its options follow: ladder {} --help",
                                 command.name, command.name));
  ParsedLine parsed{&command, command.bind()};
  BoundOptions &options = *parsed.options;
  options.line().command = command.name;
  options.line().words = words;
  std::map<std::string, Names> typed;  // by the option
  for (const auto &[name, value] : line.options) {
    options.line().given.insert(name);
    typed[name].push_back(value);
  }
  const std::string help =
      fmt::format("`ladder{} --help`", command.name == "ladder" ? "" : " " + command.name);
  for (const OptionGroup &group : options.declared.groups)
    for (const Option &option : group.options) {
      const Names &values = typed[option.name];
      if (option.takes_value() && !option.takes_several() && values.size() > 1)
        throw UsageError(fmt::format("{}: At Most 1 required but received {}; see {}", option.name,
                                     values.size(), help));
      option.take(values);
    }
  take_words(line.words, options.declared, help);
  note_inputs(options.declared);
  for (const auto &[name, values] : line.knobs)
    (*options.declared.knobs)[name] = expand(name, values);
  options.settle();
  return parsed;
}

}  // namespace ladder
