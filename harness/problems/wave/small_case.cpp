// A case without file, for probes and tests.
#include <algorithm>
#include <cmath>

#include "harness/base/start.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

WaveCase small_case(int nz, int nx, int ny, int steps, int half_length, unsigned seed) {
  CaseFile file;
  file.nz = nz;
  file.nx = nx;
  file.ny = ny;
  file.sponge_strength = 0.05;
  file.sponge_left = file.sponge_right = nx / 5;
  file.sponge_bottom = nz / 4;
  file.sponge_front = file.sponge_back = ny / 5;
  WaveCase c;
  c.name = "small";
  c.ladder = "wave";
  c.model = "random";
  c.steps = steps;
  c.half_length = half_length;
  // Unequal spacings, so that exchanged axes are seen.
  c.dz = 10;
  c.dx = 12;
  c.dy = 15;
  c.dt = 0.8e-3;
  std::vector<float> model(static_cast<std::size_t>(nz) * static_cast<std::size_t>(nx) *
                           static_cast<std::size_t>(ny));
  random_field(model.data(), model.size(), seed);
  // 201 velocities: a stage that has a byte a cell for them takes them as well.
  for (float &v : model) v = 3000 + 15 * std::round(100 * v);
  c.model_cells = {nz, nx, ny};
  pad_model(
      file,
      [&](int x, int y, float *column) {
        std::copy_n(model.data() + std::ptrdiff_t{nz} * (x + std::ptrdiff_t{nx} * y), nz, column);
      },
      c);
  make_operator(c);
  make_v2dt2(c);
  make_sponge(file, c);
  // The middle and two corners, as far as these are not one.
  for (const ladder_cell &cell : {ladder_cell{nz / 2, nx / 2, ny / 2}, ladder_cell{0, 0, 0},
                                  ladder_cell{nz - 1, nx - 1, ny - 1}}) {
    const bool there = std::any_of(
        c.source_cells.begin(), c.source_cells.end(),
        [&](const ladder_cell &s) { return s.z == cell.z && s.x == cell.x && s.y == cell.y; });
    if (!there) c.source_cells.push_back(cell);
  }
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix) c.receiver_cells.push_back({0, ix, iy});
  std::vector<float> signal(static_cast<std::size_t>(steps));
  ladder_ricker(steps, c.dt, 40, 0.01, signal.data());
  make_wavelets(c, signal);
  c.hash = hash_of(c);
  return c;
}

}  // namespace ladder
