// The memory that proving stages right takes, known before any of it is allocated.
#pragma once
#include "harness/case/case.h"

namespace ladder {

// [B] beside the case itself. `checkpoints`: how many fields of the oracle are kept.
double bytes_of_proof(double cells, double trace_values, int checkpoints);

// Throws FileError with both numbers.
void refuse_proof_beyond_memory(const Case &, int checkpoints);
// The same for a grid that is not made yet.
void refuse_grid_beyond_memory(const std::string &name, int nz, int nx, int ny, int steps,
                               int checkpoints);

}  // namespace ladder
