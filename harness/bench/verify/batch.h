// Runs of one stage that are proven together, by one run of the oracle. README.md derives what that
// is worth.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/bench/run/run.h"
#include "harness/problem.h"

namespace ladder {

// A start and what the harness draws for its run, which no stage can know: the weight of the run in
// its batch.
struct Drawn {
  Start start;
  double weight = 1;
};

// In [0.5, 1.5), by numbers of the operating system.
double secret_weight();

// A run that is wrong by E leaves E w in the mean, w being at least 1 / (3 runs). README.md says
// how large E is.
inline constexpr int most_runs_together = 32;
// How many runs a batch of the case may have.
int most_runs(const Case &);

class Batch {
 public:
  explicit Batch(const Case &c) : arrays_(c.arrays()) {}

  // A whole run, whose bits were judged.
  void add(const Drawn &, const Run &);
  int runs() const { return static_cast<int>(taken_.size()); }

  // The mean of what the runs started from, by their weights.
  Start start() const;
  // The mean of their results, in the order of the case. NULL: not judged; or no affine function of
  // the start, of which a mean says nothing.
  std::vector<const double *> results();

  void clear();  // keeps the memory

 private:
  std::vector<Array> arrays_;
  std::vector<Drawn> taken_;
  std::vector<std::unique_ptr<double[], Free>> sum_;
};

// [B] of the results of one batch.
double bytes_of_batch(const std::vector<Array> &);

// The memory that proving stages right takes, known before any of it is allocated.

constexpr int verify_checkpoints = 8;  // along a run that `verify` judges

// [B] in addition to the case itself. `checkpoints`: how many of the oracle's are kept of the first
// array.
double bytes_of_proof(const std::vector<Array> &, int checkpoints);

// Throws FileError with both numbers. `batches`: how many stages have runs that wait for their
// proof.
void refuse_proof_beyond_memory(const Case &, int checkpoints, std::size_t batches = 0);
// The same for a case that is not made yet. `itself`: [B] of the case.
void refuse_proof_beyond_memory(const std::string &name, const std::vector<Array> &, double itself,
                                int checkpoints);

}  // namespace ladder
