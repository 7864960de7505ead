#include "data/layers_model.h"

namespace ladder {

void fill_layers(const std::vector<Layer> &layers, int nz, float *column) {
  std::size_t at = 0;
  for (int z = 0; z < nz; ++z) {
    while (at + 1 < layers.size() && z >= layers[at + 1].top) ++at;
    column[z] = static_cast<float>(layers[at].velocity);
  }
}

}  // namespace ladder
