// A command line, understood: the command that it names, and that command's options with their
// values.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/base/line/command.h"

namespace ladder {

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

}  // namespace ladder
