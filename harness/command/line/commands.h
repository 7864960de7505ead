// The commands of this build, and what each takes.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/line/command.h"
#include "harness/base/table.h"

namespace ladder {

// Each command of this room is in the file of its name; registry.cpp puts those of all rooms in
// order.
extern const Command ladder_command, list_command, doctor_command, verify_command, sweep_command,
    tune_command, check_command, compare_command, export_command, fits_command, solve_command,
    completion_command, worker_command;

// In the order of the help.
const std::vector<const Command *> &commands();
// NULL where there is none of that name.
const Command *find_command(const std::string &name);
Names names_of_commands();  // those for people, without "ladder"

// An option with all commands that take it.
struct KnownOption {
  Option option;
  std::string group;
  Names commands;

  bool is_for(const std::string &command) const;
};
// Each name once, words without dashes included.
const std::vector<KnownOption> &known_options();
// NULL where no command has an option of that name, which has dashes.
const KnownOption *find_option(const std::string &name);

// The commands whose stages' knobs are options too: --threads=128.
const Names &commands_with_knobs();

// The help of a command.
std::string help_of(const Command &);

// Stages that are not in this build, in words: a reason is said once, with all stages that it keeps
// out.

// Of one ladder, or of all where none is named; empty where nothing is left out.
std::string left_out_text(const std::string &ladder, const Screen &);

// Stages that scripts/languages/run adds, in Python processes: what this Python lacks for each, and
// how to get it. Empty where a ladder has none.
std::string other_languages_text(const std::string &ladder, const std::string &why_no_gpu,
                                 const Screen &);

// A command line, understood: the command that it names, and that command's options with their
// values.

struct ParsedLine {
  const Command *command = nullptr;
  std::unique_ptr<BoundOptions> options;
};

// Throws UsageError: an unknown option before one of another command, and both before a wrong
// value. Prints help or the version and ends the program where they are asked for.
ParsedLine parse_line(const Names &words);

// The words of a command line, sorted before any value is looked at: command, options, knobs.

struct SplitLine {
  std::string command = "ladder";
  bool help = false, version = false;
  std::vector<std::pair<std::string, std::string>> options;  // name with dashes, value; in order
  std::map<std::string, std::vector<std::string>> knobs;     // name without dashes, values as given
  std::vector<std::string> words;                            // arguments after the command
};

// Options may precede the command. Throws UsageError: first for an option that is unknown, then for
// one that the command does not take, then for a value that is missing.
SplitLine split_line(const std::vector<std::string> &words);

// What a shell may put behind `ladder`, and how it is written for each shell.

struct CompletedOption {
  std::string name;                   // with its dashes
  std::vector<std::string> commands;  // that take it; "ladder" is none
  std::string about;
  bool takes_value = false;
  bool list = false;                    // of values, with commas
  std::vector<std::string> words = {};  // the values that it may have, as far as they are known
  bool file = false;                    // it may be a file
};

struct CompletedCommand {
  std::string name, about;
  std::vector<std::string> words;  // what may follow it; empty: files
};

struct Completion {
  std::vector<CompletedCommand> commands;
  std::vector<CompletedOption> options;
};

// Of the declared options and commands, the knobs of the stages in this build, and the names of
// stages, cases, formats and plots. What is no command for people is left out.
Completion completion();

std::string as_bash(const Completion &);
std::string as_zsh(const Completion &);
std::string as_fish(const Completion &);
// The declarations themselves, with groups, units, ranges and defaults: for tools that make manual
// pages or tests.
std::string as_json();
// The manual page, in roff.
std::string as_man();

// `ladder export`: records as one of the formats of harness/answers/export/formats.h.

// Reads the files of records and writes them to standard output, or to a new file where `output` is
// not empty; notes on records that the format leaves out go to stderr. Throws UsageError for an
// unknown format (with the nearest names) and without files; FileError for a file that holds no
// record and for an output that exists (unless `overwrite`) or cannot be written; Error
// (Exit::not_comparable) where one name of the format would represent different cases or machines.
Exit export_records(const std::vector<std::string> &files, const std::string &format,
                    const std::string &output, bool overwrite = false);

}  // namespace ladder
