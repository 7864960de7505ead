// What the kernels of a step ask of a machine: from case and launch, as the stage declares them
// (harness/counts.h), and from the machine code of the build. Nothing is measured.
#pragma once
#include <filesystem>
#include <vector>

#include "harness/bench/registry/registry.h"
#include "harness/counts.h"
#include "harness/predict/compiled/compiled.h"
#include "harness/predict/model/models.h"
#include "harness/problem.h"

namespace ladder {

// What a build made of the stages: the folder `compiled` next to the program, read once.
struct CompiledBuild {
  std::filesystem::path folder;
  std::vector<CompiledKernel> kernels;
};

// Bytes that all blocks of a launch take from the second-level cache: each sector of 32 B of what a
// block reads once.
double bytes_read_by_blocks(const ladder_kernel_counts &);

// Of one launch; `operations` of the whole grid. Throws UsageError: the build has no such kernel,
// or its code does not have the loops that are declared.
KernelDemand demand_of(const ladder_kernel_counts &, const StageEntry &, const CompiledBuild &,
                       double operations);

struct StepDemand {
  std::vector<KernelDemand> kernels;
  ladder_launch launch{};                 // with what the stage would choose on the device
  std::vector<ladder_chunk> chunks = {};  // of a pass of so many steps; none: no pass by the bus
  double steps_a_pass = 1;
};

// Of a kernel without launches: further threads of the blocks of the launch before it, which take
// another way. Throws UsageError with the reason where the stage declares nothing for this launch.
StepDemand step_demand(const Case &, const StageEntry &, const ladder_launch &,
                       const CompiledBuild &, const Machine &);

}  // namespace ladder
