#include "harness/problems/wave/spread.h"

#include <fmt/format.h>

#include <cmath>

namespace ladder {
namespace {

// The window's reach, and its shape for waves of four cells and longer (kmax = pi / 2): Hicks
// (2002), "Arbitrary source and receiver positioning in finite-difference schemes using Kaiser
// windowed sinc functions", Geophysics 67, table 1. The shape for three cells, 4.14, takes 0.4 %
// off long waves for each axis; this one 0.04 %, and 8 % off waves of three cells.
constexpr int radius = 4;
constexpr double shape = 6.31;

double windowed_sinc(double cells) {
  const double inside = 1 - cells * cells / (radius * radius);
  if (inside < 0) return 0;
  const double turn = M_PI * cells;
  return std::sin(turn) / turn * std::cyl_bessel_i(0, shape * std::sqrt(inside)) /
         std::cyl_bessel_i(0, shape);
}

struct WeightedIndex {
  int index;
  double weight;
};

bool stands_on_cell(double at) { return std::abs(at - std::round(at)) <= rounding_in_files; }

// `at` [cells] from the model's first cell, which is cell `corner` of `cells`.
std::vector<WeightedIndex> along_axis(double at, int corner, int model_cells, int cells) {
  if (model_cells == 1) return {{corner, 1}};
  if (stands_on_cell(at)) return {{corner + static_cast<int>(std::lround(at)), 1}};
  std::vector<WeightedIndex> found;
  const int below = static_cast<int>(std::floor(at));
  for (int i = below - radius + 1; i <= below + radius; ++i)
    if (corner + i >= 0 && corner + i < cells) found.push_back({corner + i, windowed_sinc(at - i)});
  return found;
}

double settled_along(double metres, double spacing) {
  const double at = metres / spacing;
  return stands_on_cell(at) ? std::round(at) * spacing : metres;
}

}  // namespace

std::vector<WeightedCell> spread(const WaveCase &c, const Position &p) {
  const auto z = along_axis(p.z / c.dz, c.corner.z, c.model_cells.z, c.nz),
             x = along_axis(p.x / c.dx, c.corner.x, c.model_cells.x, c.nx),
             y = along_axis(p.y / c.dy, c.corner.y, c.model_cells.y, c.ny);
  std::vector<WeightedCell> all;
  for (const WeightedIndex &iy : y)
    for (const WeightedIndex &ix : x)
      for (const WeightedIndex &iz : z)
        all.push_back({{iz.index, ix.index, iy.index}, iz.weight * ix.weight * iy.weight});
  return all;
}

Position settled(const WaveCase &c, const Position &p) {
  return {c.model_cells.x > 1 ? settled_along(p.x, c.dx) : 0,
          c.model_cells.y > 1 ? settled_along(p.y, c.dy) : 0,
          c.model_cells.z > 1 ? settled_along(p.z, c.dz) : 0};
}

bool on_cell(const WaveCase &c, const Position &p) {
  return (c.model_cells.z == 1 || stands_on_cell(p.z / c.dz)) &&
         (c.model_cells.x == 1 || stands_on_cell(p.x / c.dx)) &&
         (c.model_cells.y == 1 || stands_on_cell(p.y / c.dy));
}

std::string between_text(const std::string &who, const std::vector<Position> &places,
                         const WaveCase &c) {
  std::size_t between = 0;
  const Position *first = nullptr;
  for (const Position &place : places)
    if (!on_cell(c, place) && between++ == 0) first = &place;
  if (between == 0) return "";
  const char *how = "a windowed sinc over the cells around (Hicks, 2002)";
  if (places.size() == 1)
    return fmt::format("{}: {} lies between cells and is represented by {}", who,
                       place_text(c, *first), how);
  return fmt::format("{}: {} of {} lie between cells, the first at {}, and are represented by {}",
                     who, between, places.size(), place_text(c, *first), how);
}

}  // namespace ladder
