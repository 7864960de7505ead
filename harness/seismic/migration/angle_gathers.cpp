#include "harness/seismic/migration/angle_gathers.h"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "harness/base/parallel.h"
#include "harness/problems/imaging/slant.h"

namespace ladder {

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

}  // namespace ladder
