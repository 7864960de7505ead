#include "data/salt3d_model.h"

#include <algorithm>
#include <cmath>

namespace ladder {
namespace {

// Polynomials only, so that every machine gets the same bits.
double square(double t) { return t * t; }

// A smooth wave of period 1 between -1 and 1, from parabolas.
double ripple(double t) {
  const double f = t - std::floor(t);
  return f < 0.5 ? 16 * f * (0.5 - f) : -16 * (f - 0.5) * (1 - f);
}

// The position of a cell along its axis: 0 to 1.
double share(int i, int cells) { return cells > 1 ? double(i) / (cells - 1) : 0.5; }

}  // namespace

void fill_salt3d(const Salt3dRecipe &r, int nz, int nx, int ny, int x, int y, float *column) {
  const double u = share(x, nx), w = share(y, ny);
  const double floor = 0.08 + 0.015 * ripple(u + 0.1) + 0.01 * ripple(1.5 * w);
  const double dip = 0.10 * u - 0.05 * w;
  // Squares of the distance from the salt's axis, in radii of the dome and of its stem.
  const double from_axis = square((u - 0.52) / 0.30) + square((w - 0.47) / 0.26),
               from_stem = square((u - 0.47) / 0.15) + square((w - 0.50) / 0.13);
  const double roof = 0.30 + 0.16 * from_axis + 0.015 * ripple(4 * u) + 0.015 * ripple(3 * w + 0.2),
               brim = 0.52 + 0.03 * ripple(2 * w) - 0.04 * u, root = 0.78;
  for (int z = 0; z < nz; ++z) {
    const double depth = share(z, nz), below = depth - floor;
    double value = 1800 + 1000 * below + (70 + 120 * below) * ripple(18 * (below + dip)) +
                   (35 + 60 * below) * ripple(47 * (below + dip) + 0.3);
    const bool in_dome = from_axis < 1 && depth >= roof && depth < brim;
    const bool in_stem = from_stem < 1 && depth >= brim && depth < root;
    if (below < 0)
      value = r.water;
    else if (in_dome || in_stem)
      value = r.salt;
    else if (depth > 0.86 + dip / 4)
      value = r.basement;
    else
      value = std::clamp(value, 1.05 * r.water, 0.95 * r.salt);
    column[z] = static_cast<float>(std::floor(value + 0.5));
  }
}

}  // namespace ladder
