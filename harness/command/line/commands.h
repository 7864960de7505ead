// The commands of this build, and what each takes.
#pragma once
#include <string>
#include <vector>

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

}  // namespace ladder
