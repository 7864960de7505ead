// A salt body in three dimensions: water, dipping sediments that get faster with depth, a dome of
// salt on a stem, so that it hangs over on all sides, and a basement. All of it is stretched with
// the box, so that a model of any size is the same picture. The same on every machine.
#pragma once

namespace ladder {

struct Salt3dRecipe {
  double water = 1500, salt = 4482, basement = 2900;  // [m/s]
};

// The column (x, y) of a model of nz x nx x ny cells: whole numbers of m/s.
void fill_salt3d(const Salt3dRecipe &, int nz, int nx, int ny, int x, int y, float *column);

}  // namespace ladder
