#include "harness/seismic/migration/filters.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

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

}  // namespace ladder
