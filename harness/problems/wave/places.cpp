#include "harness/problems/wave/places.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/numbers.h"

namespace ladder {
std::optional<int> index_along(double metres, double spacing, int cells) {
  const double at = metres / spacing, hair = rounding_in_files;
  if (!(at >= -hair && at <= cells - 1 + hair)) return std::nullopt;
  return static_cast<int>(std::lround(at));
}

std::string other_axes(const WaveCase &c, const Position &p) {
  if (c.model_cells.y > 1 || !index_along(p.x, c.dx, c.model_cells.z) ||
      !index_along(p.z, c.dz, c.model_cells.x))
    return "";
  return "; if the model's file has x and z the other way round, add --axes=zx (the last index is "
         "along x), or --axes=xz";
}

Position source_asked(const std::string &text, bool deep) {
  const auto n = numbers_between(text, ',');
  if (n.size() == (deep ? 3u : 2u))
    return deep ? Position{n[0], n[1], n[2]} : Position{n[0], 0, n[1]};
  throw UsageError(
      fmt::format("--source={}: expected the name of a source, or {} in metres{}", text,
                  deep ? "x,y,z" : "x,z such as 6000,1000",
                  text.find(':') == std::string::npos
                      ? ""
                      : "; `ladder shoot --sources=FIRST:LAST:STEP,Z` computes several shots"));
}

std::optional<ladder_cell> cell_at(const WaveCase &c, const Position &p) {
  const auto z = index_along(p.z, c.dz, c.model_cells.z),
             x = index_along(p.x, c.dx, c.model_cells.x),
             y = c.model_cells.y > 1 ? index_along(p.y, c.dy, c.model_cells.y) : 0;
  if (!z || !x || !y) return std::nullopt;
  return ladder_cell{*z + c.corner.z, *x + c.corner.x, *y + c.corner.y};
}

Position position_of(const WaveCase &c, const ladder_cell &cell) {
  return {(cell.x - c.corner.x) * c.dx, (cell.y - c.corner.y) * c.dy, (cell.z - c.corner.z) * c.dz};
}

std::string place_text(const WaveCase &c, const Position &p) {
  return c.model_cells.y > 1 ? fmt::format("x = {:g} m, y = {:g} m, z = {:g} m", p.x, p.y, p.z)
                             : fmt::format("x = {:g} m, z = {:g} m", p.x, p.z);
}

std::string extent_text(const WaveCase &c) {
  const double x = (c.model_cells.x - 1) * c.dx, y = (c.model_cells.y - 1) * c.dy,
               z = (c.model_cells.z - 1) * c.dz;
  return c.model_cells.y > 1
             ? fmt::format("x = 0 to {:g} m, y = 0 to {:g} m, z = 0 to {:g} m", x, y, z)
             : fmt::format("x = 0 to {:g} m, z = 0 to {:g} m", x, z);
}

Position source_of(const WaveCase &c) {
  return c.source_place ? *c.source_place : position_of(c, c.source_cells.at(0));
}

void set_source(const Position &place, WaveCase &c) {
  c.source_cells.clear();
  c.source_weights.clear();
  c.source_place.reset();
  for (const WeightedCell &one : spread(c, place)) {
    c.source_cells.push_back(one.cell);
    c.source_weights.push_back(one.weight);
  }
  if (on_cell(c, place))
    c.source_weights.clear();
  else
    c.source_place = settled(c, place);
}

void place_source(const CaseFile &file, const CaseOverrides &over, WaveCase &c) {
  const auto &asked = over.source;
  const auto &named = file.sources;
  const bool deep = c.model_cells.y > 1;
  auto found = named.begin() + static_cast<std::ptrdiff_t>(file.default_source);
  if (!asked.empty())
    found =
        std::find_if(named.begin(), named.end(), [&](const auto &s) { return s.name == asked; });
  if (found == named.end() && asked.find(',') == std::string::npos) {
    std::vector<std::string> names;
    for (const auto &s : named) names.push_back(s.name);
    throw UsageError(fmt::format("--source={}: case '{}' names {}; or give {} in metres{}", asked,
                                 c.name, fmt::join(names, ", "), deep ? "x,y,z" : "x,z",
                                 did_you_mean(asked, names)));
  }
  const bool by_name = found != named.end();
  const Position place =
      by_name ? Position{found->x, found->y, found->z} : source_asked(asked, deep);
  const auto cell = cell_at(c, place);
  if (!cell) {
    const bool of_file = file.made || !over.model.empty();
    const std::string where = fmt::format("at {} is outside the model, {}{}", place_text(c, place),
                                          extent_text(c), of_file ? other_axes(c, place) : "");
    if (by_name) throw FileError(fmt::format("{}: source '{}' {}", file.shown, found->name, where));
    throw UsageError(fmt::format("--source={}: the place {}", asked, where));
  }
  set_source(place, c);
  if (const auto words = between_text("source", {place}, c); !words.empty())
    c.notes.push_back(words);
}

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
