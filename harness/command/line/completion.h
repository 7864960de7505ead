// What a shell may put behind `ladder`, and how it is written for each shell.
#pragma once
#include <string>
#include <vector>

namespace ladder {

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

}  // namespace ladder
