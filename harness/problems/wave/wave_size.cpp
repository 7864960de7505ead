#include "harness/problems/wave/wave_size.h"

#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/velocity_columns.h"

namespace ladder {

CaseSize size_of_wave_case(const LocatedCase &found, const CaseOverrides &over) {
  CaseFile file = case_file(found);
  if (!over.cells.empty()) resize(file, over.cells);
  constexpr double value = sizeof(float);
  // p(n), p(n-1) and (v dt)^2; velocity and (v dt)^2 of the case, three fields of a run, and one as
  // it is judged.
  return {{std::int64_t{file.nz} + file.pad_top + file.pad_bottom,
           std::int64_t{file.nx} + file.pad_left + file.pad_right,
           std::int64_t{file.ny} + file.pad_front + file.pad_back},
          over.half_length.value_or(file.half_length),
          3 * value,
          6 * value};
}

}  // namespace ladder
