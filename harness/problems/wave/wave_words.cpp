#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/problems/wave/dispersion.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

std::string operator_text(const WaveCase &c) {
  const std::string name =
      fmt::format("{} operator of half-length {}", c.operator_family, c.half_length);
  return c.operator_family == "windowed"
             ? fmt::format("{} (alpha {:g}, beta {:g})", name, c.alpha, c.beta)
             : name;
}

std::string waves_text(const Dispersion &d) {
  return fmt::format(
      "{:.3g} to {:.3g} Hz, at least {:.2g} cells a wavelength: phase velocity off by up to "
      "{:+.2g} %",
      d.low_hz, d.high_hz, d.cells_per_wavelength, 100 * d.worst());
}

std::vector<std::string> words_of_grid(const WaveCase &c) {
  std::vector<std::string> lines = {
      fmt::format("case {}: {} x {} x {} cells (z, x, y), {} steps of {:g} ms, model {}", c.name,
                  c.nz, c.nx, c.ny, c.steps, 1e3 * c.dt, c.model),
      fmt::format("{}, stable up to dt = {:.4g} ms", operator_text(c), 1e3 * largest_stable_dt(c))};
  if (const double place = free_surface_place(c); place > 0)
    lines.push_back(
        fmt::format("free surface: the pressure is zero {:.3g} m above the first row, {:.3f} cells",
                    place * c.dz, place));
  return lines;
}

std::vector<std::string> words_of_waves(const WaveCase &c, const Dispersion &d) {
  if (!(d.high_hz > 0)) return {};  // it has no waves of its own
  std::vector<std::string> lines = {"waves of " + waves_text(d)};
  const std::string warning = dispersion_warning(c, d);
  if (!warning.empty()) lines.push_back(warning);
  return lines;
}

namespace {

// [cells] From here on the solution is even.
constexpr std::size_t deep = 200;

// The last unknown of a linear system: Gauss, with the largest pivot of a column.
double last_unknown(std::vector<std::vector<double>> rows) {
  const std::size_t n = rows.size();
  for (std::size_t k = 0; k < n; ++k) {
    const auto largest = std::max_element(
        rows.begin() + static_cast<std::ptrdiff_t>(k), rows.end(),
        [k](const auto &a, const auto &b) { return std::abs(a[k]) < std::abs(b[k]); });
    std::swap(rows[k], *largest);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = rows[i][k] / rows[k][k];
      if (factor == 0) continue;
      for (std::size_t j = k; j <= n; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows[n - 1][n] / rows[n - 1][n - 1];
}

}  // namespace

double free_surface_place(int half_length, const std::vector<float> &taps) {
  // Unknowns: p in the rows, and the place; below the last row p is the row plus the place.
  std::vector<std::vector<double>> system(deep + 1, std::vector<double>(deep + 2));
  for (std::size_t row = 0; row < deep; ++row)
    for (int i = -half_length; i <= half_length; ++i) {
      const auto from = static_cast<std::ptrdiff_t>(row) + i;
      if (from < 0 || i == 0) continue;
      const double tap = double{taps[static_cast<std::size_t>(half_length + i)]};
      if (from < std::ptrdiff_t{deep}) {
        system[row][static_cast<std::size_t>(from)] += tap;
      } else {
        system[row][deep] += tap;
        system[row][deep + 1] -= tap * double(from);
      }
    }
  // The centre is minus the sum of the rest, which float32 rounds.
  double centre = 0;
  for (int i = -half_length; i <= half_length; ++i)
    if (i != 0) centre -= double{taps[static_cast<std::size_t>(half_length + i)]};
  for (std::size_t row = 0; row < deep; ++row) system[row][row] += centre;
  system[deep][deep - 1] = 1;
  system[deep][deep] = -1;
  system[deep][deep + 1] = double(deep - 1);
  return last_unknown(std::move(system));
}

double free_surface_place(const WaveCase &c) {
  const bool absorbs = c.corner.z > 0 || (!c.sponge_z.empty() && c.sponge_z.front() != 1);
  return c.nz < 2 || absorbs ? 0 : free_surface_place(c.half_length, c.taps_z);
}

}  // namespace ladder
