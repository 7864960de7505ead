// The knobs of a stage: from words to numbers and back.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/bench/registry/registry.h"
#include "harness/bench/trace/scopes.h"

namespace ladder {

// What the user asked for, by the name of the knob: {"threads", {128}}, {"block", {16, 16}}.
using AskedKnobs = std::map<std::string, std::vector<int>>;

// "128" or "16x16" to numbers. Throws UsageError.
std::vector<int> parse_knob(const std::string &name, const std::string &text);

// Presets, with what was asked in their place. Throws UsageError: a knob that the stage lacks, a
// value out of its range, a block of more than 1024 threads.
ladder_launch make_launch(const ladder_stage &, const AskedKnobs &);

// The knobs of a launch by name, without those that are 0 and may not be asked to be: there the
// stage chooses.
AskedKnobs knobs_of(const ladder_stage &, const ladder_launch &);
std::string describe(const AskedKnobs &);  // "threads=128 block=16x16"; "" without knobs

// Whether what the stage says it used is what was asked, and whether the kernels in the trace had
// that block. Empty when so; otherwise the sentence to print.
std::string launch_defect(const ladder_stage &, const ladder_launch &asked,
                          const ladder_launch &used);
inline constexpr const char *no_kernel_ran =
    "the device was not used: the trace shows no kernel";  // of a CUDA stage
std::string trace_defect(const ladder_stage &, const ladder_launch &used,
                         const std::vector<ProfileRow> &);

// How many runs of the case one run of this stage is: the value of its knob "shots", or 1. Rates
// and speed-ups count all of them. The contract hands over the results of one shot alone, so that
// nobody can see whether a plug-in computed the others: it counts as one run.
int shots_of(const StageEntry &, const ladder_launch &);

}  // namespace ladder
