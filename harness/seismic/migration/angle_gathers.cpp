#include "harness/seismic/migration/angle_gathers.h"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "harness/base/parallel.h"

namespace ladder {
namespace {

// Adds `times` times `from`, moved down by `cells`, to `to`. What comes from beyond the column is
// zero.
void add_moved(const double *from, int nz, double cells, double times, double *to) {
  const double below = std::floor(-cells), share = -cells - below;
  if (!(std::abs(below) <= nz)) return;
  const int shift = static_cast<int>(below);
  const auto value = [&](int z) { return z >= 0 && z < nz ? from[z] : 0; };
  for (int z = 0; z < nz; ++z)
    to[z] += times * ((1 - share) * value(z + shift) + share * value(z + shift + 1));
}

}  // namespace

std::vector<double> angle_gathers(const std::vector<double> &gather_x, int nz, int nx, int offsets,
                                  double dz, double dx, int step,
                                  const std::vector<double> &angles) {
  const auto columns = static_cast<std::size_t>(nx), cells = static_cast<std::size_t>(nz);
  std::vector<double> all(angles.size() * columns * cells, 0);
  each_chunk(
      angles.size() * columns,
      [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
          const double slope = std::tan(angles[i / columns] * std::numbers::pi / 180);
          for (int h = -offsets; h <= offsets; ++h) {
            const auto plane = static_cast<std::size_t>(h + offsets);
            const double *from = gather_x.data() + (plane * columns + i % columns) * cells;
            // I(z - h tan(theta)) is the column moved down by h tan(theta).
            add_moved(from, nz, h * step * dx * slope / dz, step, all.data() + i * cells);
          }
        }
      },
      16);
  return all;
}

}  // namespace ladder
