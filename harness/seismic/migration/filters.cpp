#include "harness/seismic/migration/filters.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include "harness/base/parallel.h"
#include "harness/problems/imaging/slant.h"

namespace ladder {

std::vector<double> divisor_of(const std::vector<double> &illumination) {
  constexpr double share = 0.01;
  const double mean =
      std::accumulate(illumination.begin(), illumination.end(), 0.0) / double(illumination.size());
  if (!(mean > 0)) return {};
  std::vector<double> divisor = illumination;
  for (double &value : divisor) value += share * mean;
  return divisor;
}

void compensate(std::vector<double> &planes, const std::vector<double> &illumination) {
  const std::vector<double> divisor = divisor_of(illumination);
  for (std::size_t i = 0; !divisor.empty() && i < planes.size(); ++i)
    planes[i] /= divisor[i % divisor.size()];
}

void laplacian_filter(std::vector<double> &image, int nz, int nx, double dz, double dx) {
  const std::vector<double> old = image;
  const auto at = [&](int z, int x) {
    return old[static_cast<std::size_t>(std::clamp(z, 0, nz - 1)) +
               static_cast<std::size_t>(nz) * static_cast<std::size_t>(std::clamp(x, 0, nx - 1))];
  };
  for (int x = 0; x < nx; ++x)
    for (int z = 0; z < nz; ++z)
      image[static_cast<std::size_t>(z) +
            static_cast<std::size_t>(nz) * static_cast<std::size_t>(x)] =
          (2 * at(z, x) - at(z - 1, x) - at(z + 1, x)) / (dz * dz) +
          (2 * at(z, x) - at(z, x - 1) - at(z, x + 1)) / (dx * dx);
}

double slope_of(double degrees) { return std::tan(degrees * std::numbers::pi / 180); }

std::vector<double> angles_up_to(int largest) {
  std::vector<double> angles;
  for (int angle = -largest; angle <= largest; ++angle) angles.push_back(angle);
  return angles;
}

std::vector<double> angle_gathers(const std::vector<double> &gather_x, int nz, int nx, int offsets,
                                  double dz, double dx, int step,
                                  const std::vector<double> &angles) {
  const auto columns = static_cast<std::size_t>(nx), cells = static_cast<std::size_t>(nz);
  std::vector<double> all(angles.size() * columns * cells, 0);
  each_chunk(
      angles.size() * columns,
      [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
          const double slope = slope_of(angles[i / columns]);
          for (int h = -offsets; h <= offsets; ++h) {
            const auto plane = static_cast<std::size_t>(h + offsets);
            const double *from = gather_x.data() + (plane * columns + i % columns) * cells;
            const auto value = [&](int z) { return z >= 0 && z < nz ? from[z] : 0; };
            const Slant slant = slant_of(h * step, dx, dz, slope, nz);
            double *const to = all.data() + i * cells;
            for (int z = 0; slant.reaches && z < nz; ++z)
              to[z] = add_slanted(to[z], step, slant, z, value);
          }
        }
      },
      16);
  return all;
}

double length_of(const std::vector<float> &signal, double dt) {
  float largest = 0;
  for (const float value : signal) largest = std::max(largest, std::abs(value));
  std::size_t end = signal.size();
  while (end > 0 && std::abs(signal[end - 1]) <= 0.01f * largest) --end;
  return double(end) * dt;
}

void mute_direct(std::vector<float> &trace, double dt, double arrival, double length) {
  const double passed = arrival + length, rise = 0.5 * length;
  for (std::size_t n = 0; n < trace.size(); ++n) {
    const double late = double(n + 1) * dt - passed;
    if (late >= rise) return;
    const double share = late <= 0 ? 0 : 0.5 - 0.5 * std::cos(std::acos(-1.0) * late / rise);
    trace[n] *= static_cast<float>(share);
  }
}

}  // namespace ladder
