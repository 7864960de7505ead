#include "harness/problems/heat/heat_size.h"

namespace ladder {

CaseSize size_of_heat_case(const HeatCase &c) {
  constexpr double value = sizeof(float);
  // Two fields and the map; those of a run, and one as it is judged.
  const double map = c.material.map ? value : 0;
  return {{c.nz, c.nx, c.ny}, 1, 2 * value + map, 3 * value + map};
}

}  // namespace ladder
