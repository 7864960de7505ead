// Applies the operator of a plug-in of the wave once, on 23 x 14 cells: a program for tools that
// watch one process.
#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "harness/problems/wave/wave.h"

int main(int, char **arguments) {
  void *library = dlopen(arguments[1], RTLD_NOW);
  const auto *stage =
      library ? static_cast<const ladder_stage *>(dlsym(library, "ladder_plugin_stage")) : nullptr;
  if (!stage) return std::fprintf(stderr, "%s\n", dlerror()), 7;
  constexpr int nz = 23, nx = 14, m = 8;
  std::vector<float> p(nz * nx), lap(nz * nx), taps(2 * m + 1, 0.1f), ones(nz * nx, 1.0f);
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = std::sin(float(i));
  ladder_wave c{};
  c.nz = nz, c.nx = nx, c.ny = 1, c.half_length = m, c.steps = 1;
  c.dz = c.dx = c.dy = 10, c.dt = 1e-3f;
  c.taps_z = c.taps_x = c.taps_y = taps.data();
  c.v2dt2 = c.sponge_z = c.sponge_x = c.sponge_y = ones.data();
  const auto *entries = static_cast<const ladder_wave_entries *>(stage->entries);
  const ladder_launch launch{};
  ladder_state *state = nullptr;
  ladder_status status = stage->create(&c, &launch, &state);
  if (status == LADDER_OK) status = entries->laplacian(state, p.data(), lap.data());
  std::printf("status %d %s\n", int(status), status == LADDER_OK ? "" : stage->last_error(state));
  stage->destroy(state);
}
