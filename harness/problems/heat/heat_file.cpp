// Reads the file of a heat case.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/base/toml_section.h"
#include "harness/bench/registry/find_case.h"
#include "harness/problems/heat/heat_case.h"

namespace ladder {
namespace {

constexpr int most_along = 1 << 20, most_steps = 100000000;
constexpr double limit_of_stability = 6;  // 2 for each axis
constexpr double most_contrast = 1e12;    // whose products float32 holds

// Of a file that the key names, seen from the folder of the case.
HeatValues values_of(Section &section, const char *key, const std::string &name,
                     const std::string &folder, const HeatCase &c) try {
  return heat_values_of_file((std::filesystem::path(folder) / name).string(), {c.nz, c.nx, c.ny});
} catch (const FileError &refused) {
  section.fail(key, refused.what());
}

void take_start(Section section, const std::string &folder, HeatCase &c) {
  HeatStart &start = c.begin;
  section.take("kind", start.kind);
  if (start.kind == "file") {
    std::string file;
    if (!section.take("file", file))
      section.fail("file", "it is missing: name a .npy or .vti file");
    section.refuse_the_rest();
    start.values = values_of(section, "file", file, folder, c);
    start.amplitude = 0;
    for (const float one : *start.values)
      start.amplitude = std::max(start.amplitude, std::abs(double(one)));
    if (start.amplitude == 0) start.amplitude = 1;  // of random starts alone
    return;
  }
  section.take("amplitude", start.amplitude, 1e-20, 1e20);
  if (start.kind == "mode") {
    section.take("half_waves", start.half_waves, 0, 1e6);
  } else if (start.kind == "hot-ball") {
    section.take("centre", start.centre, 0, 1);
    section.take("radius", start.radius, 1e-20, 1e20);
  } else if (start.kind == "random") {
    section.take("seed", start.seed, 1, 1 << 30);
  } else {
    section.fail("kind", "expected mode, hot-ball, random or file");
  }
  section.refuse_the_rest();
}

void take_border(Section section, HeatMaterial &material) {
  for (std::size_t side = 0; side < heat_sides.size(); ++side) {
    std::string word = "fixed";
    section.take(heat_sides[side].c_str(), word);
    if (word != "fixed" && word != "insulated")
      section.fail(heat_sides[side].c_str(), "expected fixed or insulated");
    material.insulated[side / 2][side % 2] = word == "insulated";
  }
  section.refuse_the_rest();
}

// The diffusivity of the best axis and cell, and what others have of it.
void take_material(Section section, const std::string &folder, HeatCase &c) {
  std::array<double, 3> axes = {c.diffusivity, c.diffusivity, c.diffusivity};
  section.take_number_or_three("diffusivity", axes, 1e-20, 1e20);
  c.diffusivity = *std::ranges::max_element(axes);
  for (std::size_t axis = 0; axis < 3; ++axis) c.material.along[axis] = axes[axis] / c.diffusivity;
  std::string file;
  const bool mapped = section.take("map", file);
  section.refuse_the_rest();
  if (!mapped) return;
  std::vector<float> map = *values_of(section, "map", file, folder, c);
  const auto [least, most] = std::ranges::minmax(map);
  if (!(least > 0 && double(most) / double(least) <= most_contrast))
    section.fail("map", fmt::format("'{}' holds values from {:g} to {:g}: all must be above 0, and "
                                    "the largest at most {:g} times the least",
                                    file, least, most, most_contrast));
  c.diffusivity *= double(most);
  for (float &one : map) one /= most;
  c.material.map = std::make_shared<const std::vector<float>>(std::move(map));
}

// Once the material is known.
void take_time(Section section, HeatCase &c) {
  const bool divided = section.take("divisor", c.divisor, 0, 1e9);
  if (c.divisor < limit_of_stability)
    section.fail("divisor", fmt::format("the time steps are unstable; they are stable from {:g} on",
                                        limit_of_stability));
  const double stable = c.largest_stable_dt();
  if (double dt = 0; section.take("dt", dt, 1e-300, 1e300)) {
    if (divided) section.fail("dt", "either dt or divisor is given");
    if (dt > stable * (1 + 1e-12))
      section.fail("dt", fmt::format("{:g} s is unstable: the largest stable time step is {:g} s",
                                     dt, cut_to_digits(stable, 6)));
    c.divisor = limit_of_stability * stable / dt;
  }
  section.take("steps", c.steps, 1, most_steps);
  section.refuse_the_rest();
}

void take_probes(const std::vector<Section> &sections, HeatCase &c) {
  const double size[3] = {c.spacing * (c.nz - 1), c.spacing * (c.nx - 1), c.spacing * (c.ny - 1)};
  for (Section section : sections) {
    HeatProbe probe;
    if (!section.take("name", probe.name) || probe.name.empty() ||
        probe.name.find_first_of(",\"\n\r") != std::string::npos)
      section.fail("name", "expected a name without commas and quotes");
    for (const HeatProbe &other : c.places)
      if (other.name == probe.name) section.fail("name", "another probe has this name");
    if (!section.take("at", probe.at, 0, 1e30)) section.fail("at", "it is missing");
    section.refuse_the_rest();
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (probe.at[axis] > size[axis] * (1 + 1e-9))
        section.fail("at",
                     fmt::format("it is outside of the grid, which ends at {:g}, {:g}, {:g} m "
                                 "along z, x, y",
                                 size[0], size[1], size[2]));
    c.places.push_back(probe);
  }
}

// Spacing and time step stay; the start is stretched with the field: half waves and centre are
// shares of a side, and a ball stays within the side that shrinks most.
void resize(const std::string &cells, HeatCase &c) {
  const std::size_t axes = c.ny > 1 ? 3 : c.nx > 1 ? 2 : 1;
  std::vector<int> n = grid_of_text(cells, axes);
  n.resize(3, 1);
  if (c.begin.values || c.material.map)
    throw UsageError(
        fmt::format("--grid={}: the {} of '{}' is a file, whose grid cannot be changed", cells,
                    c.begin.values ? "start" : "map", c.name));
  for (HeatProbe &probe : c.places)
    probe.at = {moved_place(probe.at[0], c.spacing, n[0], c.nz),
                moved_place(probe.at[1], c.spacing, n[1], c.nx),
                moved_place(probe.at[2], c.spacing, n[2], c.ny)};
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
  const std::string folder = std::filesystem::path(found.path).parent_path().string();
  take_border(top.section("border", "[border]"), c.material);
  take_material(top.section("material", "[material]"), folder, c);
  take_time(top.section("time", "[time]"), c);
  take_start(top.section("start", "[start]"), folder, c);
  take_probes(top.sections("probe", "[[probe]]"), c);
  top.refuse_the_rest();
  c.steps = steps_asked(over, c.steps);
  if (!over.cells.empty()) resize(over.cells, c);
  c.complete();
  return c;
}

}  // namespace ladder
