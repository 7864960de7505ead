// What a heat case may have that is not plain: insulated sides, a conductivity of each axis, a map.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "harness/problem.h"

namespace ladder {

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

}  // namespace ladder
