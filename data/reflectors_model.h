// A velocity that grows with depth, and thin layers in it that reflect: the models of the ladder
// `imaging`.
#pragma once
#include <vector>

namespace ladder {

// A layer whose velocity is `contrast` times that of its surroundings.
struct Reflector {
  double z = 0;          // of its top at x = 0 [m]
  double dip = 0;        // downwards with x [degrees]
  double thickness = 0;  // along z [m]
  double contrast = 1;
};

struct ReflectorsRecipe {
  double velocity = 2000;  // at z = 0 [m/s]
  double gradient = 0;     // [1/s]
  std::vector<Reflector> reflectors;
};

// The column at x [m]. A cell that a layer fills in part takes that part of its contrast, so that a
// dipping layer has no stairs.
void fill_reflectors(const ReflectorsRecipe &, double x, double dz, int nz, float *column);

}  // namespace ladder
