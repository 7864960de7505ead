// Reads the file of a heat case.
#include <fmt/format.h>

#include <algorithm>

#include "harness/base/enough_room.h"
#include "harness/base/error.h"
#include "harness/base/sizes.h"
#include "harness/base/toml_section.h"
#include "harness/bench/registry/find_case.h"
#include "harness/problems/heat/heat_case.h"

namespace ladder {
namespace {

constexpr int most_along = 1 << 20, most_steps = 100000000;
constexpr double limit_of_stability = 6;  // 2 for each axis

void take_start(Section section, HeatStart &start) {
  section.take("kind", start.kind);
  section.take("amplitude", start.amplitude, 1e-20, 1e20);
  if (start.kind == "mode") {
    section.take("half_waves", start.half_waves, 0, 1e6);
  } else if (start.kind == "hot-ball") {
    section.take("centre", start.centre, 0, 1);
    section.take("radius", start.radius, 1e-20, 1e20);
  } else if (start.kind == "random") {
    section.take("seed", start.seed, 1, 1 << 30);
  } else {
    section.fail("kind", "expected mode, hot-ball or random");
  }
  section.refuse_the_rest();
}

// Spacing and time step stay; the start is stretched with the field: half waves and centre are shares of a side, and a ball
// stays within the side that shrinks most.
void resize(const std::string &cells, HeatCase &c) {
  const std::size_t axes = c.ny > 1 ? 3 : c.nx > 1 ? 2 : 1;
  std::vector<int> n = grid_of_text(cells, axes);
  n.resize(3, 1);
  if (c.begin.kind == "hot-ball")
    c.begin.radius *= std::min({double(n[0]) / c.nz, double(n[1]) / c.nx, double(n[2]) / c.ny});
  c.nz = n[0];
  c.nx = n[1];
  c.ny = n[2];
}

}  // namespace

HeatCase read_heat_case(const LocatedCase &found, const CaseOverrides &over) {
  refuse_other_overrides(over, "heat", CaseOption::nt | CaseOption::grid);
  HeatCase c;
  c.name = found.name();
  Section top(found.contents());
  top.take("ladder", c.ladder);
  top.take("description", c.description);
  Section grid = top.section("grid", "[grid]");
  if (!grid.take("nz", c.nz, 1, most_along)) grid.fail("nz", "it is missing");
  grid.take("nx", c.nx, 1, most_along);
  grid.take("ny", c.ny, 1, most_along);
  grid.take("spacing", c.spacing, 1e-9, 1e9);
  grid.refuse_the_rest();
  Section material = top.section("material", "[material]");
  material.take("diffusivity", c.diffusivity, 1e-20, 1e20);
  material.refuse_the_rest();
  Section time = top.section("time", "[time]");
  time.take("divisor", c.divisor, 0, 1e9);
  if (c.divisor < limit_of_stability)
    time.fail("divisor", fmt::format("the time steps are unstable; they are stable from {:g} on",
                                     limit_of_stability));
  time.take("steps", c.steps, 1, most_steps);
  time.refuse_the_rest();
  take_start(top.section("start", "[start]"), c.begin);
  top.refuse_the_rest();
  if (over.samples) {
    if (*over.samples < 2)
      throw UsageError(
          fmt::format("--nt={}: at least 2 are needed, for one time step", *over.samples));
    c.steps = *over.samples - 1;
  }
  if (!over.cells.empty()) resize(over.cells, c);
  c.complete();
  return c;
}

}  // namespace ladder
