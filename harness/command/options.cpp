#include "harness/command/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "harness/command/declared.h"
#include "harness/error.h"
#include "harness/formats/inputs.h"
#include "harness/sweep/range.h"

namespace ladder {
namespace {

// Knobs belong to the stages, so the parser does not know them: whatever --name=value it leaves over is
// taken for a knob and held against the stages' declarations later.
void take_knobs(const std::vector<std::string> &left_over, Options &options) {
  for (std::size_t i = 0; i < left_over.size(); ++i) {
    const std::string &word = left_over[i];
    if (!word.starts_with("--")) {
      const auto names = names_of_commands();
      const auto near = nearest(word, names);
      throw UsageError(fmt::format("there is no command '{}'; {}", word,
                                   near.empty()
                                       ? fmt::format("the commands are {}", fmt::join(names, ", "))
                                       : fmt::format("did you mean {}?", fmt::join(near, ", "))));
    }
    const auto equals = word.find('=');
    const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    std::string value;
    if (equals != std::string::npos)
      value = word.substr(equals + 1);
    else if (i + 1 < left_over.size() && !left_over[i + 1].starts_with("--"))
      value = left_over[++i];
    if (value.empty())
      throw UsageError(
          fmt::format("{} needs a value, such as {}=128, or is no option of "
                      "this program; see `ladder --help`",
                      word, word));
    std::vector<std::string> &values = options.knobs[name];
    for (const auto &one : CLI::detail::split(value, ',')) values.push_back(one);
  }
}

// The commands that an option is for, as its description begins: "reverse, locate: ...". None: for all.
std::vector<std::string> commands_of(const CLI::Option &option) {
  const std::string &about = option.get_description();
  const auto colon = about.find(':');
  if (colon == std::string::npos) return {};
  auto names = CLI::detail::split(about.substr(0, colon), ',');
  for (std::string &name : names)
    if (CLI::detail::trim(name); !command_abouts.contains(name)) return {};
  return names;
}

void refuse_options_of_others(const CLI::App &app, const std::string &command) {
  for (const CLI::Option *option : app.get_options()) {
    const auto names = commands_of(*option);
    if (option->empty() || names.empty() || std::ranges::count(names, command)) continue;
    throw UsageError(fmt::format("{} belongs to {}; nothing would come of it in `{}`",
                                 option->get_name(), fmt::join(names, ", "),
                                 command == "ladder" ? command : "ladder " + command));
  }
}

// Every file that the command line names is an input, but for those behind the options that name outputs.
void note_inputs(const CLI::App &app) {
  static const std::set<std::string> outputs = {"--output", "--markdown", "--junit"};
  for (const CLI::Option *option : app.get_options())
    if (!outputs.contains(option->get_name()))
      for (const std::string &value : option->results()) note_input(value);
}

}  // namespace

Options parse_options(int argc, char **argv) {
  Options options;
  CLI::App app;
  declare(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &wanted) {
    std::exit(app.exit(wanted, std::cout, std::cerr));
  } catch (const CLI::ParseError &problem) {
    throw UsageError(fmt::format("{}; see `ladder --help`", problem.what()));
  }
  note_inputs(app);
  for (const CLI::App *sub : app.get_subcommands()) {
    options.command = sub->get_name();
    note_inputs(*sub);
  }
  if (options.command != "worker") refuse_options_of_others(app, options.command);
  take_knobs(app.remaining(true), options);
  for (auto &[name, values] : options.knobs) values = expand(name, values);
  options.repetition.cold = options.cache == "cold";
  options.half_lengths = expand("half-length", options.half_lengths);
  options.samples = expand("nt", options.samples);
  options.snapshots = expand("snapshots", options.snapshots);
  return options;
}

}  // namespace ladder
