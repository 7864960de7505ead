#include "harness/problems/wave/places.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/numbers.h"
#include "harness/problems/wave/spread.h"

namespace ladder {
namespace {

// The index of the nearest cell along one axis, or -1: outside.
std::int32_t index_along(double metres, double spacing, int cells) {
  const double at = metres / spacing, hair = rounding_in_files;
  return at >= -hair && at <= cells - 1 + hair ? static_cast<std::int32_t>(std::lround(at)) : -1;
}

}  // namespace

std::string other_axes(const WaveCase &c, const Position &p) {
  if (c.model_cells.y > 1 || index_along(p.x, c.dx, c.model_cells.z) < 0 ||
      index_along(p.z, c.dz, c.model_cells.x) < 0)
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
  if (z < 0 || x < 0 || y < 0) return std::nullopt;
  return ladder_cell{z + c.corner.z, x + c.corner.x, y + c.corner.y};
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

}  // namespace ladder
