// A velocity model in the manner of the SEG/EAGE salt model: water, sediments that get faster with
// depth in dipping layers, and a salt body with an overhang. The same on every machine.
#pragma once
#include <vector>

namespace ladder {

struct SaltRecipe {
  int nx = 675, nz = 210;                             // [cells]
  double spacing = 20;                                // [m]
  double water = 1500, salt = 4482, basement = 2477;  // [m/s]
  double basement_depth = 3660;                       // [m]
  double water_least = 80, water_most = 220;          // depth of the sea floor [m]
  double layer = 260;                                 // thickness of a pair of layers [m]
  double dip = 0.06;                                  // of the layers, depth over distance
  double salt_left = 3340, salt_right = 9780;         // [m]
  double salt_top = 1040, salt_bottom = 2240;         // [m]
};

// [nx][nz], z fastest, whole numbers of m/s.
std::vector<float> salt_model(const SaltRecipe &);

}  // namespace ladder
