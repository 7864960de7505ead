#include "harness/problems/heat/heat_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/parallel.h"
#include "harness/base/start.h"
#include "harness/bench/memory_fit/memory_fit.h"
#include "harness/bench/registry/find_case.h"
#include "harness/formats/grid.h"

namespace ladder {
namespace {

std::int64_t cells_of(const HeatCells &n) { return std::int64_t{n[0]} * n[1] * n[2]; }

// Of two cells in series.
double harmonic(double a, double b) { return 2 * a * b / (a + b); }

}  // namespace

bool HeatMaterial::plain() const {
  const HeatMaterial none;
  return insulated == none.insulated && along == none.along && !map;
}

bool HeatMaterial::keeps(std::size_t axis, int i, int n) const {
  return (i == 0 && !insulated[axis][0]) || (i == n - 1 && !insulated[axis][1]);
}

double HeatMaterial::conduction(const HeatCells &n) const {
  const std::int64_t pitch[3] = {1, n[0], std::int64_t{n[0]} * n[1]};
  constexpr std::size_t planes_of_chunk = 8;
  const auto planes = static_cast<std::size_t>(n[2]);
  std::vector<double> most(chunks(planes, planes_of_chunk), 0);
  const auto look_at = [&](std::size_t chunk, int iz, int ix, int iy) {
    const int at[3] = {iz, ix, iy};
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (keeps(axis, at[axis], n[axis])) return;
    const std::int64_t cell = iz + pitch[1] * ix + pitch[2] * iy;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int way : {-1, 1}) {
        if (at[axis] + way < 0 || at[axis] + way >= n[axis]) continue;
        const auto of = [&](std::int64_t one) { return map ? (*map)[std::size_t(one)] : 1.0f; };
        sum += along[axis] * harmonic(of(cell), of(cell + way * pitch[axis]));
      }
    most[chunk] = std::max(most[chunk], sum / 6);
  };
  // Without a map cells with as many neighbours are alike: the outermost two of a side are enough.
  const auto next = [&](int i, int cells) {
    return !map && i == 1 && cells > 4 ? cells - 2 : i + 1;
  };
  each_chunk(
      planes,
      [&](std::size_t chunk, std::size_t first, std::size_t end) {
        for (auto iy = int(first); iy < int(end); ++iy)
          for (int ix = 0; ix < n[1]; ix = next(ix, n[1]))
            for (int iz = 0; iz < n[0]; iz = next(iz, n[0])) look_at(chunk, iz, ix, iy);
      },
      planes_of_chunk);
  return *std::ranges::max_element(most);
}

HeatMaterial HeatMaterial::part(const HeatCells &n, const Block &block) const {
  HeatMaterial part = *this;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    part.insulated[axis][0] = insulated[axis][0] && block.first[axis] == 0;
    part.insulated[axis][1] =
        insulated[axis][1] && block.first[axis] + block.cells[axis] == n[axis];
  }
  if (!map) return part;
  std::vector<float> cut;
  for (std::int64_t iy = 0; iy < block.cells[2]; ++iy)
    for (std::int64_t ix = 0; ix < block.cells[1]; ++ix) {
      const auto line = map->begin() + block.first[0] +
                        n[0] * (block.first[1] + ix + n[1] * (block.first[2] + iy));
      cut.insert(cut.end(), line, line + block.cells[0]);
    }
  part.map = std::make_shared<const std::vector<float>>(std::move(cut));
  return part;
}

HeatMaterial HeatMaterial::on_random_map(const HeatCells &n) const {
  HeatMaterial other = *this;
  if (!map) return other;
  std::vector<float> values(static_cast<std::size_t>(cells_of(n)));
  random_field(values.data(), values.size(), 39);
  for (float &one : values) one = 0.01f + 0.99f * std::abs(one);
  other.map = std::make_shared<const std::vector<float>>(std::move(values));
  return other;
}

std::string HeatMaterial::words(double diffusivity) const {
  std::vector<std::string> sides;
  for (std::size_t side = 0; side < heat_sides.size(); ++side)
    if (insulated[side / 2][side % 2]) sides.push_back(heat_sides[side]);
  return fmt::format("insulated: {}; diffusivity {:g}, {:g}, {:g} m^2/s along z, x, y{}",
                     sides.empty() ? "no side" : fmt::format("{}", fmt::join(sides, ", ")),
                     diffusivity * along[0], diffusivity * along[1], diffusivity * along[2],
                     map ? ", times a map whose largest value is 1" : "");
}

HeatValues heat_values_of_file(const std::string &path, const HeatCells &n) {
  Grid grid = in_order(read_grid(path), "yxz");
  HeatCells there = {1, 1, 1};
  for (const Axis &axis : grid.axes)
    there[axis.name == 'z' ? 0 : axis.name == 'x' ? 1 : 2] = static_cast<int>(axis.cells);
  if (there != n)
    throw FileError(
        fmt::format("'{}' has {} cells (z, x, y), and the grid has {}: its shape must be {}", path,
                    fmt::join(there, " x "), fmt::join(n, " x "),
                    n[2] > 1 ? fmt::format("({}, {}, {}), y slowest", n[2], n[1], n[0])
                             : fmt::format("({}, {}), x slowest", n[1], n[0])));
  if (const auto at = std::ranges::find_if(grid.values, [](float v) { return !std::isfinite(v); });
      at != grid.values.end())
    throw FileError(fmt::format("'{}' holds {} as value {}: all must be finite numbers", path, *at,
                                at - grid.values.begin()));
  return std::make_shared<const std::vector<float>>(std::move(grid.values));
}

// The numbers of a heat case: its time step, its hash, what stages see of it, and its memory.

CaseSize size_of_heat_case(const LocatedCase &found, const CaseOverrides &over) {
  const HeatCase c = read_heat_case(found, over);
  constexpr double value = sizeof(float);
  // Two fields and the map; those of a run, and one as it is judged.
  const double map = c.material.map ? value : 0;
  return {{c.nz, c.nx, c.ny}, 1, 2 * value + map, 3 * value + map};
}
void HeatCase::complete() {
  dt = spacing * spacing / (divisor * conduction());
  std::string text = fmt::format(
      "heat {} {} {} {} {} {} {} {} {} {} {} {}", nz, nx, ny, steps, spacing, diffusivity, divisor,
      begin.kind, begin.amplitude, begin.radius, begin.seed,
      fmt::format("{} {} {} {} {} {}", begin.half_waves[0], begin.half_waves[1],
                  begin.half_waves[2], begin.centre[0], begin.centre[1], begin.centre[2]));
  if (!material.plain()) {
    for (const auto &sides : material.insulated) text += fmt::format(" {} {}", sides[0], sides[1]);
    for (const double one : material.along) text += fmt::format(" {}", one);
  }
  for (const HeatValues &values : {material.map, begin.values})
    if (values) text += ' ' + hash_of_all(*values);
  hash = hash_of_all(text);
}

double HeatCase::conduction() const {
  const double relative = material.plain() ? 0 : material.conduction({nz, nx, ny});
  return relative > 0 ? relative * diffusivity : diffusivity;
}

// With what it points to.
struct HeatView {
  HeatMaterial material;
  ladder_heat_general general;
  ladder_heat plain;
};

std::shared_ptr<const ladder_heat> HeatCase::view() const {
  auto seen = std::make_shared<HeatView>();
  seen->material = material;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t side : {0, 1})
      seen->general.insulated[axis][side] = material.insulated[axis][side];
    seen->general.factor[axis] =
        static_cast<float>(material.along[axis] * diffusivity * dt / (spacing * spacing));
  }
  seen->general.conductivity = material.map ? material.map->data() : nullptr;
  seen->plain = {nz,
                 nx,
                 ny,
                 steps,
                 static_cast<float>(spacing),
                 static_cast<float>(dt),
                 static_cast<float>(diffusivity),
                 static_cast<float>(1 / divisor),
                 material.plain() ? nullptr : &seen->general};
  return {seen, &seen->plain};
}

double HeatCase::decay_of_mode() const {
  const auto seen = view();
  const int n[3] = {nz, nx, ny};
  double left = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    left -= (seen->general ? seen->general->factor[axis] : seen->factor) *
            heat_mode(material.insulated[axis], n[axis], begin.half_waves[axis]).eigenvalue();
  return left;
}

}  // namespace ladder
