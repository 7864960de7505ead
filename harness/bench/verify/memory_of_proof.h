// The memory that proving stages right takes, known before any of it is allocated.
#pragma once
#include <string>
#include <vector>

#include "harness/problem.h"

namespace ladder {

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
