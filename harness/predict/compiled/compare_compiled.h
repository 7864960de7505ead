// What changed between two sets of compiled kernels, and whether for the worse. Nothing is
// measured, so any change is real; only a measurement shows whether it costs time.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/compiled/compiled.h"

namespace ladder {

enum class CompiledVerdict { same, better, worse, gone, added, not_comparable };

struct CompiledChange {
  CompiledVerdict verdict;
  std::string stage, kernel;
  // "registers 32 -> 40, code_instructions 264 -> 280"; empty: no number changed.
  std::string words;
};

// A change for every kernel of `now`, in its order, then one for every kernel that is gone.
// Worse: any more spilled bytes, stack, registers or static shared memory, more than
// `instructions_allowed` (a fraction of the old number) more instructions, more loops (an unrolled
// one came back), or narrower accesses to global memory on average; it is worse though another
// number is better. Better: the same the other way round, and nothing worse. Constant memory is
// reported, not judged. Kernels of another compiler or architecture are not comparable.
std::vector<CompiledChange> compare_compiled(const std::vector<CompiledKernel> &old,
                                             const std::vector<CompiledKernel> &now,
                                             double instructions_allowed = 0);

const char *name_of(CompiledVerdict);  // "same", "better", "worse", "gone", "new", "not comparable"

}  // namespace ladder
