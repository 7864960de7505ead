// A file of records as something to hold new measurements against.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/answers/check/decision.h"
#include "harness/base/json.h"
#include "harness/bench/measure/measure.h"
#include "harness/machine/environment/environment.h"

namespace ladder {

// The newest record of every point in the file. Throws what read_records does;
// Error(not_comparable) where two records of one point and machine contradict each other: one right
// and one wrong, or medians whose intervals lie apart.
std::vector<Json> read_baseline(const std::string &path);

// Why a run of now, on this machine (`environment`), of this case (`problem`), `isolated` as
// `ladder` records it without --isolate, cannot be held against the record: the field that differs,
// or whose values cannot be; empty when it can.
std::string not_comparable(const Json &record, const Json &environment, const Json &problem,
                           bool isolated);

// Numbers that do not vary from run to run (instructions of a stage on the host), stored and
// compared.

struct Counts {
  std::string metric;  // "instructions", "emulated"
  std::string how;     // what counted them
  Build build;         // by which compilers
  std::map<std::string, double> of_point;
};

// Throws FileError (unreadable, no counts), Error(not_comparable) where it is of another schema or
// metric.
Counts read_counts(const std::string &path);
// Throws FileError; an existing file is left alone and refused unless `overwrite`.
void write_counts(const std::string &path, const Counts &, bool overwrite = false);

// A finding a point of `now`. Other compilers or another way of counting are not comparable.
std::vector<Finding> compare_counts(const Counts &before, const Counts &now, double least_effect);

// What the kernels of a CUDA stage of an adopted routine do, counted in the emulation: the same in
// each run, on any machine.

// Makes the recorded calls, and where they record graphs once more with drawn arrays, of which it
// counts the graphs alone. The stage was compiled so that it counts (scripts/predicting); its lines
// (harness/emulation/counting) go into `file`. With `drawn` it makes calls of drawn inputs for the
// recorded ones. Throws Error(wrong) where the run fails.
void run_counted(const Case &, const Choice &, const How &, const std::string &file,
                 bool drawn = false);

// In the mean of a call: launches, accesses of warps, sectors of 32 B that they touch, basic blocks
// that lanes enter, copied bytes. Throws FileError: the file has other lines.
std::map<std::string, double> emulated_counts(const std::string &file);

}  // namespace ladder
