// What the command line may say: every command and every option, declared once. The parser, its help, its refusals
// and the completion of shells are made from this.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/command/line/options.h"

namespace ladder {

using Names = std::vector<std::string>;

struct DeclaredCommand {
  std::string name;  // "ladder" is the program without a command
  std::string about;
  Names examples;         // what may follow `ladder`
  bool script = false;    // a Python script with options of its own; see script.h
  bool internal = false;  // the program starts itself with it: no command for people
};
const std::vector<DeclaredCommand> &declared_commands();
// Throws std::out_of_range for an unknown name.
const DeclaredCommand &declared_command(const std::string &name);
Names names_of_commands();  // those for people, without "ladder"

// In the order of the help.
struct CommandGroup {
  std::string title;
  Names commands;
};
const std::vector<CommandGroup> &command_groups();

// What a value names, and so what a shell offers for it. Outputs are files that the command writes.
enum class Offer { nothing, files, outputs, stages, cases, formats };

// The kinds of options, each with the place of its value.
struct Flag {
  bool *value;
};
struct Text {
  std::string *value;
  std::string label;  // shown in place of the value in the help
  Offer offer = Offer::nothing;
};
struct OneOf {
  std::string *value;
  Names words;
};
struct Whole {
  int *value;
  int least, most;
};
struct MaybeWhole {  // nothing unless it is given
  std::optional<int> *value;
  int least, most;
};
struct Real {
  double *value;
  double least, most;
};
struct Seconds {  // 0.002, 2ms or 500us
  double *value;
  double least, most;
};
struct Texts {  // with commas between; the option may be given several times
  Names *values;
  std::string label;
  Offer offer = Offer::nothing;
};
struct Wholes {  // a list as well, and ranges: 64:1024:*2
  std::vector<int> *values;
  int least, most;
};
using Kind = std::variant<Flag, Text, OneOf, Whole, MaybeWhole, Real, Seconds, Texts, Wholes>;

struct DeclaredOption {
  std::string name;  // with its dashes; without them it is a word behind the command
  Names commands;    // that take it; every other one refuses it
  Kind kind;
  std::string about;
  std::string unit = "";
  bool required = false;

  bool takes_value() const { return !std::holds_alternative<Flag>(kind); }
  bool word() const { return !name.starts_with("-"); }
  bool is_for(const std::string &command) const;
};

struct OptionGroup {
  std::string title;  // in the help
  std::vector<DeclaredOption> options;
};
// Their values go into `options`.
OptionGroup case_options(Options &options);
OptionGroup migration_options(Options &options);
OptionGroup output_options(Options &options);
std::vector<OptionGroup> declared_options(Options &options);

// The commands whose stages' knobs are options too: --threads=128.
const Names &commands_with_knobs();

}  // namespace ladder
