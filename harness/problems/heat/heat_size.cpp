#include "harness/problems/heat/heat_size.h"

#include "harness/problems/heat/heat_case.h"

namespace ladder {

CaseSize size_of_heat_case(const LocatedCase &found, const CaseOverrides &over) {
  const HeatCase c = read_heat_case(found, over);
  constexpr double value = sizeof(float);
  // Two fields and the map; those of a run, and one as it is judged.
  const double map = c.material.map ? value : 0;
  return {{c.nz, c.nx, c.ny}, 1, 2 * value + map, 3 * value + map};
}

}  // namespace ladder
