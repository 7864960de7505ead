// Commands that are Python scripts, as declared_commands.cpp says: plot NAME, report, explain STAGE, adopt, record, ...
#pragma once
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/command/line/options.h"

namespace ladder {

// Where the first word names such a command, becomes its script with all words that follow: streams and exit code are
// the script's. Else it returns. Throws UsageError for a plot that is not there, and Error with Exit::nothing_ran
// where scripts or Python are missing.
void become_script(int argc, char **argv);

// Of the plots that `ladder plot` draws; empty where the scripts are not installed.
std::vector<std::string> names_of_plots();

// `ladder plot NAME words ...` as a child, for --plot. Throws what it throws, and Error with the exit code of a
// plot that failed.
void draw(const std::string &name, const std::vector<std::string> &words);

// For such a command behind an option, which the script would not see: throws UsageError.
Exit script_behind_options(const Options &);

// Runs a script of scripts/ and returns what it writes to standard output. Throws Error(nothing_ran) where it cannot be
// started or does not end well.
std::string answer_of_script(const std::string &file, const std::vector<std::string> &words);

}  // namespace ladder
