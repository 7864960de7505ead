#include "data/reflectors_model.h"

#include <algorithm>
#include <cmath>

namespace ladder {

void fill_reflectors(const ReflectorsRecipe &recipe, double x, double dz, int nz, float *column) {
  const double radians = std::acos(-1.0) / 180;
  for (int iz = 0; iz < nz; ++iz) {
    const double z = iz * dz;
    double velocity = recipe.velocity + recipe.gradient * z;
    for (const Reflector &one : recipe.reflectors) {
      const double top = one.z + x * std::tan(radians * one.dip);
      const double within = std::min(z + dz / 2, top + one.thickness) - std::max(z - dz / 2, top);
      velocity *= 1 + (one.contrast - 1) * std::max(0.0, within) / dz;
    }
    column[iz] = static_cast<float>(velocity);
  }
}

}  // namespace ladder
