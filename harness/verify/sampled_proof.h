// The proof of a run that is too long for the oracle: the stage's own fields at some steps are taken as given, and on
// some blocks the float64 oracle must come to its fields a few steps later. README.md derives what that is worth.
#pragma once
#include <memory>
#include <vector>

#include "harness/run/executor.h"
#include "harness/verify/judge.h"
#include "harness/verify/proof_window.h"

namespace ladder {

// Judges the windows of one run as it goes.
class SampledProof {
 public:
  SampledProof(const Case &, std::vector<ProofWindow>);
  ~SampledProof();

  // The steps at which `look` must see the run's arrays; 0 is its start.
  std::vector<std::int32_t> due() const;
  void look(std::int32_t step, const std::vector<const float *> &arrays);
  // Of all windows that are done.
  const Verdict &verdict() const { return verdict_; }
  double largest() const { return largest_; }  // |value| of the first array at any look

 private:
  struct Opened;
  void open(const ProofWindow &, const std::vector<const float *> &arrays);
  void close(const Opened &, const std::vector<const float *> &arrays);

  const Case &c_;
  std::vector<ProofWindow> windows_;
  std::vector<std::unique_ptr<Opened>> opened_;
  Verdict verdict_{true, 0, 0, -1, ""};
  double largest_ = 0;
};

// What came of a run of the stage that was proven by samples. When it passed, `truth` has what that run left, for
// other runs of the same stage and launch to be held against; without a verdict that passed it is empty.
struct Witness {
  StageError error;
  Verdict verdict;
  ladder_launch used{};
  std::shared_ptr<const Truth> truth;
  std::vector<ProofWindow> windows;
};
Witness prove_by_samples(const Task &, Executor &, const Start &);

// Throws FileError where memory does not do for the arrays of a run, the witness of each of `stages` and the blocks.
void refuse_sampled_proof_beyond_memory(const Case &, std::size_t stages);

}  // namespace ladder
