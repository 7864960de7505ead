#include "harness/verify/memory_of_proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/environment/enough_room.h"

namespace ladder {
namespace {

void refuse(const std::string &name, double bytes) {
  refuse_beyond_memory(
      bytes, fmt::format("proving a stage right on '{}', with the oracle in float64,", name),
      "take a smaller grid, or fewer samples or receivers (--nt, --receivers)");
}

}  // namespace

double bytes_of_proof(double cells, double trace_values, int checkpoints) {
  // The oracle's checkpoints and traces stay, in float64.
  const double truth = 8 * (checkpoints * cells + trace_values);
  // The largest that is beside them at any time: p, p before and the Laplacian of the oracle in float64; or those
  // of a run in float32 and as much again within the stage; or two copies of the case and the seven checkpoints
  // and three fields in float64 with which the probe tries a stage that owns the time loop.
  const double oracle = 24 * cells, run = 2 * (12 * cells + 4 * trace_values),
               probe = (2 * 8 + 8 * (7 + 3)) * cells;
  return truth + std::max({oracle, run, probe});
}

void refuse_proof_beyond_memory(const Case &c, int checkpoints) {
  refuse(c.name, bytes_of_proof(double(c.cells()), double(c.trace_values()), checkpoints));
}

void refuse_grid_beyond_memory(const std::string &name, int nz, int nx, int ny, int steps,
                               int checkpoints) {
  const double cells = double(nz) * nx * ny, traces = double(nx) * ny * (steps + 1.0);
  // Velocities three times: as they are made, padded, and as (v dt)^2.
  refuse(name, 12 * cells + bytes_of_proof(cells, traces, checkpoints));
}

}  // namespace ladder
