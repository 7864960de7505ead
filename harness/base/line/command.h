// A command: one object in the command's own file says its name, its help, its options and what
// runs it.
#pragma once
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "harness/base/error.h"
#include "harness/base/line/option.h"

namespace ladder {

// The command line as it was typed, for any command.
struct CommandLine {
  std::string command = "ladder";
  Names words;                  // without the program
  std::set<std::string> given;  // names of options, with their dashes

  bool is_given(const std::string &name) const { return given.contains(name); }
  // Where such an option is given: throws UsageError "NAME would have no effect: WHY".
  void refuse(const Names &names, const std::string &why) const {
    for (const std::string &name : names)
      if (is_given(name)) throw UsageError(fmt::format("{} would have no effect: {}", name, why));
  }
  // "`ladder`", "`ladder sweep`"
  std::string spoken() const {
    return command == "ladder" ? "`ladder`" : fmt::format("`ladder {}`", command);
  }
};

// The options of one command, with the places of their values.
struct BoundOptions {
  Declared declared;

  virtual ~BoundOptions() = default;
  virtual CommandLine &line() = 0;
  // When all values are there: refuses what would have no effect together, and finds the case.
  // Throws UsageError.
  virtual void settle() = 0;
  virtual Exit run() const = 0;
};

// Parses a command line and runs its command.
using RunWords = std::function<Exit(const Names &words)>;

struct Command {
  std::string name = "";   // "ladder" is the program without a command
  std::string group = "";  // in the help; empty: the program does not show it
  std::string about = "";
  Names examples = {};  // what may follow `ladder`
  bool looks_only =
      false;  // it never asks whether there was a Ctrl-C, and leaves nothing to be removed
  std::unique_ptr<BoundOptions> (*bind)() = nullptr;
  // Where the command's name is the first word, and instead of options: with all words that follow.
  Exit (*with_words)(const Command &, const Names &words, const RunWords &) = nullptr;

  bool internal() const { return group.empty() && name != "ladder"; }
  bool script() const { return !bind; }
};

// `Options` derives from CommandLine and has the members
//   void declare(Declared &)    its options
//   void settle()               as BoundOptions::settle
// and is what `run` takes.
template <typename Options, Exit (*run_command)(const Options &)>
std::unique_ptr<BoundOptions> bind_options() {
  struct Bound : BoundOptions {
    Options options;
    Bound() { options.declare(declared); }
    CommandLine &line() override { return options; }
    void settle() override { options.settle(); }
    Exit run() const override { return run_command(options); }
  };
  return std::make_unique<Bound>();
}

}  // namespace ladder
