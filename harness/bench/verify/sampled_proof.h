// The proof of a run that is too long for the oracle: the stage's own fields at some steps are
// taken as given, and on some blocks the float64 oracle must come to its fields a few steps later.
// README.md derives what that is worth.
#pragma once
#include <memory>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/bench/run/executor.h"
#include "harness/bench/verify/proof_window.h"
#include "harness/bench/verify/truth.h"
#include "harness/problem.h"

namespace ladder {

// The oracle's run of a few steps from values that are given.
struct OraclePart {
  std::vector<std::unique_ptr<double[], Free>> arrays;  // at the end, in the order of the case
  std::vector<double> rounding;  // what rounding may do up to each step, the start included
};

// `starts`: the arrays that are started, in the order of the case. Throws Error(interrupted).
OraclePart run_oracle_from(const Case &, const std::vector<SharedValues> &starts);

// Judges the windows of one run as it goes.
class SampledProof {
 public:
  SampledProof(const Case &, ProofWindows);
  ~SampledProof();

  // The steps at which `look` must see the run's arrays; 0 is its start. They say nothing of the
  // windows.
  std::vector<std::int32_t> due() const { return windows_.due(c_); }
  void look(std::int32_t step, const std::vector<const float *> &arrays);
  // Of all windows that are done.
  const Verdict &verdict() const { return verdict_; }
  double largest() const { return largest_; }  // |value| of the first array at any look

 private:
  struct Opened;
  struct Found;
  void open(const ProofWindow &, const std::vector<const float *> &arrays);
  void close(const Opened &, const std::vector<const float *> &arrays);
  void compare_fields(const ProofWindow &, const Block &, const Block &outer, const OraclePart &,
                      const std::vector<const float *> &arrays);
  void compare_outputs(const ProofWindow &, const Block &, const Block &outer, const OraclePart &,
                       const std::vector<const float *> &arrays);
  void take(const Found &, const ProofWindow &, std::size_t array, int step);

  const Case &c_;
  ProofWindows windows_;
  std::vector<std::unique_ptr<Opened>> opened_;
  Verdict verdict_{true, 0, 0, -1, ""};
  double largest_ = 0;
};

// A run of a stage that was proven by samples, as the measure of its other runs.

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
