// The command line, understood. Options mean the same for every command; harness/command/line/declared.h says which
// command takes which.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/bench/measure/measure.h"
#include "harness/case_overrides.h"
#include "harness/formats/gather.h"

namespace ladder {

struct Options {
  std::vector<std::string> words;  // the command line as it was typed, without the program
  std::string command = "ladder";
  std::set<std::string> given;     // names of options on the command line, with their dashes
  std::vector<std::string> files;  // arguments after the command without an option's name
  std::vector<std::string> stages;
  std::string problem_case = "thesis";
  std::string launch = "default";          // or tuned
  std::string replay;                      // a captured call in place of a case
  std::string ladder;                      // of that case; empty: of `list`, all of them
  CaseOverrides overrides;                 // without what may be a list
  std::vector<int> half_lengths, samples;  // expanded lists; empty: the case's own
  std::map<std::string, std::vector<std::string>> knobs;  // expanded lists
  std::vector<std::string> sizes;  // verify: grids without a case, "37x53" or "19x23x29"
  std::string output;              // records; empty: the default file
  Repetition repetition;
  std::string cache = "warm";  // or cold
  double benchmark_min_time_s = 0;
  std::string benchmark_out, benchmark_out_format = "json", benchmark_format = "console";
  bool isolate = false;
  std::string proof;        // "whole" or "samples"; empty: as the size of the case demands
  double hang_limit = 600;  // [s]
  bool shapes = false;      // verify: every launch shape of the thesis' figures
  bool json = false;
  bool wide = false;  // all columns of a table, however wide the screen is
  bool dry_run = false;
  bool resume = false;
  std::string write_case;  // of a model without a case: where its case file goes

  // shoot, reverse, locate, zsr, migrate
  std::string sources;    // of a survey
  std::string shots;      // migrate: a survey
  double mute = 0;        // [m/s]
  std::string workers;    // for the shots of a survey: how many, or a file
  double shot_limit = 0;  // [s] of a worker; 0: none was given
  int image_step = 0, offsets_x = 0, offsets_z = 0, sponge = 50, angles = 0;
  std::string top = "free";
  bool laplacian = false, illumination = false;
  std::string gather;
  GatherOverrides gather_overrides;
  std::vector<std::string> models;
  std::vector<int> snapshots;  // expanded list of steps; a single one: every so many
  std::string snapshot_format = "npy";
  int every = 1;  // [steps] between looks for the focus
  bool overwrite = false;
  bool plot = false;  // and draw the products

  std::string baseline, against, metric = "wall", markdown, junit;  // check
  bool compiled = false;                                            // check --static
  double least_effect = -1;                 // of check; negative: the metric's own
  std::string format;                       // export
  std::string predictions;                  // compare: what `predict --json` wrote
  bool each_stage = false, steps = false;   // compare: the stages of each file; the steps in words
  std::string machine;                      // predict: a folder of results/; empty: this one
  std::string shell;                        // completion
  int gpus = 0;                             // fits: of another machine
  double gpu_memory_gb = 0, memory_gb = 0;  // fits: free there, of each GPU and of the host
  bool table = false;                       // worker: the table of a plug-in, and nothing else
  bool reference = false;                   // worker: the original of an adopted routine
  bool once = false;                        // worker: one run whose instructions are counted
};

// Throws UsageError: an unknown option before one of another command, and both before a wrong value. Prints help or the version and ends the program where they are asked for.
Options parse_options(int argc, char **argv);

}  // namespace ladder
