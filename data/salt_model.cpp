#include "data/salt_model.h"

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

// A smooth bump: 1 at 0, 0 from |t| = 1 on. Polynomials only, so that every machine gets the same
// bits.
double bump(double t) {
  const double s = std::max(0.0, 1 - t * t);
  return s * s;
}

// A smooth wave of period 1 between -1 and 1, from parabolas.
double wave(double t) {
  const double f = t - std::floor(t);
  return f < 0.5 ? 16 * f * (0.5 - f) : -16 * (f - 0.5) * (1 - f);
}

double sea_floor(const SaltRecipe &r, double x, double width) {
  const double middle = 0.5 * (r.water_least + r.water_most);
  return middle + 0.5 * (r.water_most - r.water_least) * wave(x / width + 0.1);
}

// The top of the salt is a dome that rises to salt_top; its right flank hangs over: below the brim
// the body is narrower than at it, so a ray going down leaves the salt and comes into sediments
// again.
bool in_salt(const SaltRecipe &r, double x, double z) {
  if (x < r.salt_left || x > r.salt_right || z < r.salt_top || z > r.salt_bottom) return false;
  const double width = r.salt_right - r.salt_left, height = r.salt_bottom - r.salt_top;
  const double u = (x - r.salt_left) / width;  // 0 at the left end, 1 at the brim's end
  const double v = (z - r.salt_top) / height;  // 0 at the top, 1 at the bottom
  const double top =
      0.30 * (1 - bump((u - 0.45) / 0.55)) + 0.24 * u * u + 0.06 * (wave(3 * u) - wave(1.35));
  const double stem =
      std::min(0.74 - 0.34 * v + 0.02 * wave(4 * v), 1.0);  // right edge of the root
  const double brim = top + 0.24 + 0.14 * (1 - u);          // underside of the overhang
  const double sunk = std::max(0.0, v - 0.35);
  const double left = 0.45 * sunk * sunk;  // left flank
  // At u = 0 and v = 0.35 both sides are equal: the hair keeps that cell from hanging on rounding.
  const double hair = 1e-9;
  if (u < left - hair || v < std::max(0.0, top) - hair) return false;
  return u < stem || v < brim;
}

double sediment(const SaltRecipe &r, double x, double depth_below_floor) {
  const double along = depth_below_floor + r.dip * x;
  const double trend = 1830 + 0.16 * depth_below_floor;
  const double contrast = 60 + 0.03 * depth_below_floor;
  return trend + contrast * wave(along / r.layer) +
         0.5 * contrast * wave(along / (0.37 * r.layer) + 0.3);
}

}  // namespace

std::vector<float> salt_model(const SaltRecipe &r) {
  std::vector<float> v(static_cast<std::size_t>(r.nx) * static_cast<std::size_t>(r.nz));
  const double width = r.nx * r.spacing;
  for (int ix = 0; ix < r.nx; ++ix)
    for (int iz = 0; iz < r.nz; ++iz) {
      const double x = ix * r.spacing, z = iz * r.spacing;
      const double floor = sea_floor(r, x, width);
      double value = sediment(r, x, z - floor);
      if (z < floor - 0.5 * r.spacing)
        value = r.water;
      else if (in_salt(r, x, z))
        value = r.salt;
      else if (z > r.basement_depth)
        value = r.basement;
      else
        value = std::clamp(value, 1.05 * r.water, 0.95 * r.salt);
      // Whole numbers hide what machines disagree about.
      v[static_cast<std::size_t>(ix) * static_cast<std::size_t>(r.nz) +
        static_cast<std::size_t>(iz)] = static_cast<float>(std::floor(value + 0.5));
    }
  return v;
}

}  // namespace ladder
