#include "harness/case/places.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "harness/error.h"

namespace ladder {
namespace {

struct Place {
  double x = 0, y = 0, z = 0;  // [m]
};

// x,z or x,y,z in metres; empty when it is neither.
std::vector<double> numbers(const std::string &text) {
  std::vector<double> found;
  const char *at = text.data(), *end = at + text.size();
  for (;; ++at) {
    double value = 0;
    const auto [next, problem] = std::from_chars(at, end, value);
    if (problem != std::errc() || !std::isfinite(value)) return {};
    found.push_back(value);
    at = next;
    if (at == end) return found;
    if (*at != ',') return {};
  }
}

Place parse_place(const std::string &text, bool deep) {
  const auto n = numbers(text);
  if (n.size() == (deep ? 3u : 2u)) return deep ? Place{n[0], n[1], n[2]} : Place{n[0], 0, n[1]};
  throw UsageError(fmt::format("--source={}: expected the name of a source, or {} in metres", text,
                               deep ? "x,y,z" : "x,z such as 6000,1000"));
}

std::string describe(const CaseFile &file, const Place &p) {
  return file.ny > 1 ? fmt::format("x = {:g} m, y = {:g} m, z = {:g} m", p.x, p.y, p.z)
                     : fmt::format("x = {:g} m, z = {:g} m", p.x, p.z);
}

// The index of the nearest cell along one axis, or -1: outside.
std::int32_t index_along(double metres, double spacing, int cells) {
  // A hair beyond the last cell is what rounding in the file or on the command line makes.
  const double at = metres / spacing, hair = 1e-6;
  return at >= -hair && at <= cells - 1 + hair ? static_cast<std::int32_t>(std::lround(at)) : -1;
}

// In the padded grid. `who` begins the sentence of the refusal, which `Refusal` throws.
template <typename Refusal>
ladder_cell cell_at(const CaseFile &file, const Place &p, const std::string &who) {
  const auto z = index_along(p.z, file.dz, file.nz), x = index_along(p.x, file.dx, file.nx),
             y = file.ny > 1 ? index_along(p.y, file.dy, file.ny) : 0;
  if (z < 0 || x < 0 || y < 0) {
    const Place far{(file.nx - 1) * file.dx, (file.ny - 1) * file.dy, (file.nz - 1) * file.dz};
    throw Refusal(fmt::format("{} at {} is outside the model, which goes from 0 to {}", who,
                              describe(file, p), describe(file, far)));
  }
  return {z + file.pad_top, x + file.pad_left, y + file.pad_front};
}

void note_move(const CaseFile &file, const Place &p, const ladder_cell &cell, Case &c) {
  const Place at{(cell.x - file.pad_left) * file.dx, (cell.y - file.pad_front) * file.dy,
                 (cell.z - file.pad_top) * file.dz};
  const auto apart = [](double a, double b, double d) { return std::abs(a - b) > 1e-3 * d; };
  if (apart(at.x, p.x, file.dx) || apart(at.z, p.z, file.dz) ||
      (file.ny > 1 && apart(at.y, p.y, file.dy)))
    c.notes.push_back(fmt::format("source: asked for at {}, it stands on the nearest cell, {}",
                                  describe(file, p), describe(file, at)));
}

}  // namespace

void place_source(const CaseFile &file, const CaseOverrides &over, Case &c) {
  const auto &asked = over.source;
  const auto &named = file.sources;
  auto found = named.begin() + static_cast<std::ptrdiff_t>(file.default_source);
  if (!asked.empty())
    found =
        std::find_if(named.begin(), named.end(), [&](const auto &s) { return s.name == asked; });
  if (found == named.end() && asked.find(',') == std::string::npos) {
    std::vector<std::string> names;
    for (const auto &s : named) names.push_back(s.name);
    throw UsageError(fmt::format("--source={}: case '{}' names {}; or give {} in metres", asked,
                                 c.name, fmt::join(names, ", "), file.ny > 1 ? "x,y,z" : "x,z"));
  }
  const bool by_name = found != named.end();
  const Place place =
      by_name ? Place{found->x, found->y, found->z} : parse_place(asked, file.ny > 1);
  c.source_cells = {
      by_name
          ? cell_at<FileError>(file, place, fmt::format("{}: source '{}'", file.shown, found->name))
          : cell_at<UsageError>(file, place, fmt::format("--source={}: the place", asked))};
  note_move(file, place, c.source_cells[0], c);
}

void place_receivers(const CaseFile &file, Case &c) {
  for (int iy = 0; iy < file.ny; iy += file.receiver_every)
    for (int ix = file.receiver_first; ix <= file.receiver_last; ix += file.receiver_every)
      c.receiver_cells.push_back(cell_at<FileError>(file,
                                                    {ix * file.dx, iy * file.dy, file.receiver_z},
                                                    fmt::format("{}: the receiver", file.shown)));
}

}  // namespace ladder
