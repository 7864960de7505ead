#include "harness/problems/wave/wave_words.h"

#include <fmt/format.h>

#include "harness/problems/wave/free_surface.h"

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

}  // namespace ladder
