// A run of a stage that was proven by samples, as the measure of its other runs.
#pragma once
#include <memory>

#include "harness/bench/run/executor.h"
#include "harness/bench/verify/proof_window.h"
#include "harness/bench/verify/truth.h"

namespace ladder {

// When the run passed, `truth` has what it left, for other runs of the same stage and launch to be
// held against; otherwise it is empty.
struct Witness {
  StageError error;
  Verdict verdict;
  ladder_launch used{};
  std::shared_ptr<const Truth> truth;
  ProofWindows windows;
};
Witness prove_by_samples(const Task &, Executor &, const Start &);

// [B] in addition to the case itself: the arrays of a run, the batch of each of `stages`, and the
// windows.
double bytes_of_sampled_proof(const Case &, std::size_t stages);
// Throws FileError with both numbers where memory does not do for that.
void refuse_sampled_proof_beyond_memory(const Case &, std::size_t stages);

}  // namespace ladder
