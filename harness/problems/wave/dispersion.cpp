#include "harness/problems/wave/dispersion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

const double pi = std::acos(-1.0);

// Takes in the waves from `low` to `high` [radians per metre] at one velocity.
void take(Dispersion &d, const WaveCase &c, double velocity, double low, double high) {
  const int count = 200;
  const double shortest = pi / coarsest_spacing(c);
  for (const Direction &direction : directions(c))
    for (int i = 1; i <= count; ++i) {
      const double k = high * i / count;
      if (k < low || k > shortest) continue;
      const double error = phase_velocity_error(c, velocity, c.dt, k, direction),
                   space = phase_velocity_error(c, velocity, 0, k, direction);
      d.slow = std::min(d.slow, error);
      d.fast = std::max(d.fast, error);
      if (std::abs(space) > std::abs(d.of_space)) d.of_space = space;
    }
}

std::string percent(double error) { return fmt::format("{:.2g} %", 100 * std::abs(error)); }

// What lessens the error.
std::string advice(const WaveCase &c, const Dispersion &d) {
  if (c.operator_family == "windowed" && c.half_length < least_windowed_half_length)
    return fmt::format(
        "below a half-length of {} the windowed operator is inaccurate whatever its alpha and "
        "beta: use --operator=taylor, or --half-length={} or more",
        least_windowed_half_length, least_windowed_half_length);
  if (std::abs(d.of_space) < much_dispersion / 2)
    return fmt::format("the time step is the cause: use dt = {:.3g} ms or less",
                       1e3 * c.dt * std::sqrt(much_dispersion / std::abs(d.worst())));
  return "use a longer operator (--half-length), a finer grid, or a wavelet of lower frequencies";
}

// Roundings of a step, in units of u times the largest |p|: 3 of 2 p - p_before, 4 of (v dt)^2 L p,
// which is at most 4 max |p| in a stable scheme, and 1 of their sum.
constexpr double units_a_step = 8;
const double unit_roundoff = std::ldexp(1.0, -24);

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

double phase_velocity_error(const WaveCase &c, double velocity, double dt, double k,
                            const Direction &direction) {
  double symbol = 0;
  const auto add = [&](int cells, const std::vector<float> &taps, double radians) {
    if (cells > 1) symbol += ladder_operator_symbol(c.half_length, taps.data(), radians);
  };
  add(c.nz, c.taps_z, k * direction.z * c.dz);
  add(c.nx, c.taps_x, k * direction.x * c.dx);
  add(c.ny, c.taps_y, k * direction.y * c.dy);
  const double root = std::sqrt(std::max(0.0, -symbol));
  if (dt <= 0) return root / k - 1;
  // Beyond the stability limit there is no phase velocity; the largest sine is 1.
  return 2 * std::asin(std::min(1.0, velocity * dt * root / 2)) / (velocity * dt * k) - 1;
}

std::vector<Direction> directions(const WaveCase &c) {
  std::vector<Direction> all;
  for (int z = 0; z <= (c.nz > 1); ++z)
    for (int x = 0; x <= (c.nx > 1); ++x)
      for (int y = 0; y <= (c.ny > 1); ++y)
        if (const double length = std::sqrt(z + x + y); length > 0)
          all.push_back({z / length, x / length, y / length});
  return all;
}

double coarsest_spacing(const WaveCase &c) {
  return std::max({c.nz > 1 ? c.dz : 0, c.nx > 1 ? c.dx : 0, c.ny > 1 ? c.dy : 0});
}

Dispersion dispersion(const WaveCase &c) {
  Dispersion d;
  if (c.axes() == 0 || !(c.band.high > 0)) return d;
  d.low_hz = c.band.low;
  d.high_hz = c.band.high;
  d.cells_per_wavelength = c.slowest / c.band.high / coarsest_spacing(c);
  for (const double v : {c.slowest, c.fastest})
    take(d, c, v, 2 * pi * c.band.low / v, 2 * pi * c.band.high / v);
  return d;
}

Dispersion dispersion_of_wavenumbers(const WaveCase &c, double low, double high) {
  Dispersion d;
  d.low_hz = c.slowest * low / (2 * pi);
  d.high_hz = c.fastest * high / (2 * pi);
  d.cells_per_wavelength = 2 * pi / high / coarsest_spacing(c);
  for (const double v : {c.slowest, c.fastest}) take(d, c, v, low, high);
  return d;
}

std::string dispersion_warning(const WaveCase &c, const Dispersion &d) {
  if (d.high_hz > 0 && d.cells_per_wavelength < 2)
    return fmt::format(
        "warning: waves of {:.3g} Hz have {:.2g} cells per wavelength at {:g} m/s, and a grid "
        "needs at least 2: filter the signal, or use a finer grid",
        d.high_hz, d.cells_per_wavelength, c.slowest);
  if (std::abs(d.worst()) <= much_dispersion) return "";
  return fmt::format("warning: some of these waves are {} too {}, more than {}: {}",
                     percent(d.worst()), d.worst() < 0 ? "slow" : "fast", percent(much_dispersion),
                     advice(c, d));
}

double largest_stable_dt(const WaveCase &c) {
  // Of the leapfrog scheme: (v dt)^2 times the sum over the axes must not exceed 4.
  double sum = 0;
  if (c.nz > 1) sum += ladder_largest_symbol(c.half_length, c.taps_z.data());
  if (c.nx > 1) sum += ladder_largest_symbol(c.half_length, c.taps_x.data());
  if (c.ny > 1) sum += ladder_largest_symbol(c.half_length, c.taps_y.data());
  return sum > 0 ? 2 / (c.fastest * std::sqrt(sum)) : HUGE_VAL;
}

std::function<double(const Peaks &)> rounding_of_wave(const WaveCase &c) {
  // 1 / (2 S), where S is the Courant number of the slowest wave over its limit
  const double slowest_of_limit = c.dt / largest_stable_dt(c) * c.slowest / c.fastest;
  const double slowness = slowest_of_limit > 0 ? 0.5 / slowest_of_limit : HUGE_VAL;
  return [slowness](const Peaks &peaks) {
    if (peaks.sum_of_squares == 0) return 0.0;
    const double gain = std::min(std::max(1.0, slowness), double(peaks.steps));
    return units_a_step * unit_roundoff * gain * std::sqrt(peaks.sum_of_squares);
  };
}

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
