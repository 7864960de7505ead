// How large a case is, computed without making it.
#pragma once
#include <array>
#include <cstdint>

namespace ladder {

struct CaseSize {
  std::array<std::int64_t, 3> cells{};  // along z, x and y; several devices cut y, or x of a plane
  int reach = 0;                        // cells that a step reads on either side of one
  double stage_bytes = 0;               // [B] of a cell, for a stage that owns the time loop
  double program_bytes =
      0;  // [B] of a cell, without the stage: the case, the arrays of a run, what is judged
};

}  // namespace ladder
