// Python scripts of the source tree: plot NAME, report, explain STAGE, adopt, record, ...
#pragma once
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/line/command.h"

namespace ladder {

// Becomes the script of the command's name, with the words that follow: streams and exit code are
// the script's. Throws UsageError for a plot that is not there, and Error with Exit::nothing_ran
// where scripts or Python are missing.
Exit become_script(const Command &, const Names &words, const RunWords &);

// Runs a script of scripts/ and returns what it writes to standard output. Throws
// Error(nothing_ran) where it cannot be started or does not end well.
std::string answer_of_script(const std::string &file, const Names &words);

// Throws what a script's answer says of its failure: `failed`, `exit`; Broken where it is a file
// that does not compile. Nothing where it has none.
void throw_failure(const Json &answer);

// A stage whose file does not compile.
struct Broken : Error {
  Broken(Exit code, const std::string &words, std::string its_stage, Json its_errors)
      : Error(code, words), stage(std::move(its_stage)), errors(std::move(its_errors)) {}
  std::string stage;
  Json errors;  // as scripts/adopting/diagnostics.py lists them
};

// Of the plots that `ladder plot` draws; empty where the scripts are not installed.
std::vector<std::string> names_of_plots();

// `ladder plot NAME words ...` as a child, for --plot. Throws what it throws, and Error with the
// exit code of a plot that failed.
void draw(const std::string &name, const std::vector<std::string> &words);

}  // namespace ladder
