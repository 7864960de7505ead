// A case of the heat equation: a box, its material, time steps and a start.
#pragma once
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "harness/problem.h"
#include "harness/problems/heat/heat.h"

namespace ladder {

// What a heat case may have that is not plain: insulated sides, a conductivity of each axis, a map.

using HeatCells = std::array<int, 3>;                          // along z, x, y
using HeatValues = std::shared_ptr<const std::vector<float>>;  // of all cells; NULL: there are none
inline const std::array<std::string, 6> heat_sides = {"z_low",  "z_high", "x_low",
                                                      "x_high", "y_low",  "y_high"};

struct HeatMaterial {
  std::array<std::array<bool, 2>, 3> insulated{};  // the low and the high side along z, x, y
  std::array<double, 3> along = {1, 1, 1};         // of the case's diffusivity, along z, x, y
  HeatValues map;                                  // of it, over 0 to 1; NULL: 1 everywhere

  bool plain() const;
  // Whether cell i of n along an axis is on a side that keeps its temperature.
  bool keeps(std::size_t axis, int i, int n) const;
  // A sixth of the largest sum of the six weights of a cell that changes; 0 where none does.
  double conduction(const HeatCells &) const;
  // That of a block: sides within the grid keep their temperature.
  HeatMaterial part(const HeatCells &, const Block &) const;
  // The same sides and axes, and another map where there is one.
  HeatMaterial on_random_map(const HeatCells &) const;
  std::string words(double diffusivity) const;
};

// The values of a file on a grid of so many cells. Throws FileError.
HeatValues heat_values_of_file(const std::string &path, const HeatCells &);

// What the temperature is at first. [K]
struct HeatStart {
  std::string kind = "random";  // or "mode", "hot-ball", "file"
  double amplitude = 1;
  std::array<double, 3> half_waves = {1, 1, 1};    // of a mode along z, x, y
  std::array<double, 3> centre = {0.5, 0.5, 0.5};  // of a ball, of the sides along z, x, y
  double radius = 1;                               // of a ball [m]
  int seed = 1;                                    // of random values
  HeatValues values;                               // of a file
};

// Where the temperature is written down over time.
struct HeatProbe {
  std::string name;
  std::array<double, 3> at = {};  // along z, x, y [m]
};

class HeatCase : public Case {
 public:
  int nz = 1, nx = 1, ny = 1;  // [cells]
  double spacing = 1;          // [m]
  double diffusivity = 1;      // [m^2/s] along the axis and in the cell that conduct best
  double divisor = 6.1;        // dt = spacing^2 / (divisor conduction()); stable from 6 on
  HeatMaterial material;
  HeatStart begin;
  std::vector<HeatProbe> places;  // of probes

  // Sets dt and the hash from the rest.
  void complete();
  // Valid as long as the pointer.
  std::shared_ptr<const ladder_heat> view() const;
  // The diffusivity of a plain case that has the same largest stable time step.
  double conduction() const;
  double largest_stable_dt() const { return spacing * spacing / (6 * conduction()); }
  // What is left of a mode after a step, exactly, for the discrete equation without a map; nothing
  // else has such a number.
  double decay_of_mode() const;

  const Problem &problem() const override;
  std::int64_t cells() const override { return std::int64_t{nz} * nx * ny; }
  std::string size_text() const override;
  std::vector<std::string> words() const override;
  Json json() const override;
  // The temperature, and room for the next one.
  std::vector<Array> arrays() const override;
  void start(const Start &, const std::vector<float *> &) const override;
  float start_amplitude() const override { return static_cast<float>(begin.amplitude); }
  std::unique_ptr<Case> warm_up(int steps) const override;
  std::unique_ptr<Case> shortened(int steps) const override { return warm_up(steps); }
  std::unique_ptr<Case> few_steps(int steps) const override { return warm_up(steps); }
  std::vector<std::unique_ptr<Case>> tiny() const override;
  std::shared_ptr<const void> stage_view() const override;
  ladder_status drive(const void *view, const ladder_stage &, ladder_state *,
                      const ladder_observer &, std::vector<float *> &arrays) const override;
  ladder_status oracle(const ladder_observer &, std::vector<double *> &arrays) const override;
  GridShape grid() const override { return {{nz, nx, ny}, 1}; }
  std::unique_ptr<Case> part(const Block &, int first_step, int steps) const override;
  std::function<double(const Peaks &)> rounding() const override;
  std::vector<std::string> regions() const override { return {"inside", "border"}; }
  std::size_t region_of(std::int64_t value) const override;
  std::optional<Grid> field_grid() const override;
  std::vector<NamedValue> probes() const override;
  std::string place(std::size_t array, std::int64_t value) const override;
  Work work(const ladder_stage &, int shots) const override;
};

extern const Problem heat_problem;
inline const ladder_heat_entries &heat_entries(const ladder_stage &stage) {
  return *static_cast<const ladder_heat_entries *>(stage.entries);
}

// The file of this path, which messages name as `shown`. Throws FileError and UsageError.
HeatCase read_heat_case(const LocatedCase &, const CaseOverrides &);

// How much memory it takes. Throws FileError and UsageError as read_heat_case does.
CaseSize size_of_heat_case(const LocatedCase &, const CaseOverrides &);

// Modes of the discrete equation along one axis between two sides, each insulated or at zero.

// A sine from a side at zero, a cosine from an insulated one, whose wall is half a cell beyond its
// outermost cell. Between an insulated and a fixed side half waves are 0.5, 1.5, ...; else whole.
struct HeatMode {
  double phase;   // of all half waves
  double length;  // in cells
  bool cosine;

  double at(int i) const {
    return cosine ? std::cos(phase * (i + 0.5) / length) : std::sin(phase * i / length);
  }
  // Of minus the second difference.
  double eigenvalue() const { return 4 * std::pow(std::sin(phase / (2.0 * length)), 2); }
};

inline HeatMode heat_mode(const std::array<bool, 2> &insulated, int n, double half_waves) {
  return {std::acos(-1.0) * half_waves, n - 1 + 0.5 * (insulated[0] + insulated[1]), insulated[0]};
}

}  // namespace ladder
