// The words of a command line, sorted before any value is looked at: command, options, knobs.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace ladder {

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
