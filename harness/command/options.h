// The command line, understood. Options mean the same for every command.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/registry.h"
#include "harness/run/launch.h"

namespace ladder {

struct Options {
  std::string command = "ladder";  // ladder, list, verify, doctor
  std::vector<std::string> stages;
  std::string problem_case = "thesis";
  CaseOverrides overrides;
  std::map<std::string, std::vector<std::string>> knobs;  // as written, a list each
  std::vector<std::string> sizes;  // verify: grids without a case, "37x53" or "19x23x29"
  std::string output;              // records; empty: the default file
  int repetitions = 3;
  double time_limit = 20;  // [s]
  bool shapes = false;     // verify: every launch shape of the thesis' figures
  bool json = false;
  bool dry_run = false;
};

// Throws UsageError. Prints help or the version and ends the program where they are asked for.
Options parse_options(int argc, char **argv);

// One stage with one launch: what can be run.
struct Choice {
  StageEntry entry;
  ladder_launch launch{};
};

// The stages of --stage (all when it is empty) with every combination of the knobs that were asked for.
// A knob applies to the stages that have it; one that no chosen stage has is refused.
std::vector<Choice> choose(const Options &);

}  // namespace ladder
