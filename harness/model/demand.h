// What a stage's kernel asks of a machine for one step of a case: from the case, the launch and the compiled kernel. Nothing
// is measured. Known today: stages with one kernel a step, whose threads each compute a few cells without a loop and
// whose block is a knob. harness/model/README.md tells what is assumed.
#pragma once
#include <string>
#include <vector>

#include "harness/compiled/compiled.h"
#include "harness/model/models.h"
#include "harness/problem.h"
#include "harness/registry/registry.h"

namespace ladder {

// How the threads of a launch lie over a grid of z, x and y.
struct LaunchShape {
  int block[3] = {1, 1, 1};
  int cells = 1;  // of a thread, along y
};

// From the knobs `block`, `depth` and `cells`. Throws UsageError, with the reason, for a stage with others that shape its
// kernel, or with none.
LaunchShape shape_of(const ladder_stage &, const ladder_launch &);

// The kernel of the stage that does a step. Throws UsageError where it is not known which, or where it has loops.
const CompiledKernel &kernel_of(const StageEntry &, const LaunchShape &,
                                const std::vector<CompiledKernel> &);

// Bytes of a block between the first- and the second-level cache: what it reads, each sector of 32 B once, with its halo of
// `half_length` cells along each axis, and what it writes. float32.
double second_level_bytes(const LaunchShape &, int half_length);

// Throws UsageError: it is not known what this stage does.
KernelDemand demand_of(const Case &, const StageEntry &, const ladder_launch &,
                       const std::vector<CompiledKernel> &);

}  // namespace ladder
