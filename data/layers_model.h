// Velocities that change with depth alone.
#pragma once
#include <vector>

namespace ladder {

struct Layer {
  double top = 0;       // where it begins [cells]
  double velocity = 0;  // [m/s]
};

// The column of a model of such layers, the uppermost first: a cell is of the last layer that
// begins at it or above.
void fill_layers(const std::vector<Layer> &, int nz, float *column);

}  // namespace ladder
