#include "harness/problems/heat/heat_size.h"

namespace ladder {

CaseSize size_of_heat_case(const HeatCase &c) {
  constexpr double value = sizeof(float);
  // Two fields, and those of a run, and one as it is judged.
  return {{c.nz, c.nx, c.ny}, 1, 2 * value, 3 * value};
}

}  // namespace ladder
