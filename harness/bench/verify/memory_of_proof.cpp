#include "harness/bench/verify/memory_of_proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/enough_room.h"
#include "harness/bench/verify/batch.h"

namespace ladder {
namespace {

void refuse(const std::string &name, double bytes) {
  refuse_beyond_memory(
      bytes, fmt::format("proving a stage right on '{}', with the oracle in float64,", name),
      "take a smaller grid, or fewer samples or receivers (--nt, --receivers)");
}

}  // namespace

double bytes_of_proof(const std::vector<Array> &arrays, int checkpoints) {
  const double first = double(arrays.front().values);
  double ends = 0, oracle = 0, run = 0;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const double values = double(arrays[k].values);
    const bool kept = k > 0 && arrays[k].judged;
    (kept ? ends : oracle) += 8 * values;
    run += 4 * values;
  }
  // The oracle's checkpoints and what it judges at the end stay, in float64. The largest that is
  // allocated in addition to them at any
  // time: its other arrays; or those of a run in float32 and as much again within the stage; or two
  // copies of the case and the seven checkpoints and three fields in float64 with which the probe
  // tries a stage that owns the time loop.
  const double probe = (2 * 8 + 8 * (7 + 3)) * first;
  return 8 * checkpoints * first + ends + std::max({oracle, 2 * run, probe});
}

void refuse_proof_beyond_memory(const Case &c, int checkpoints, std::size_t batches) {
  const std::vector<Array> arrays = c.arrays();
  refuse(c.name, bytes_of_proof(arrays, checkpoints) + double(batches) * bytes_of_batch(arrays));
}

void refuse_proof_beyond_memory(const std::string &name, const std::vector<Array> &arrays,
                                double itself, int checkpoints) {
  refuse(name, itself + bytes_of_proof(arrays, checkpoints));
}

}  // namespace ladder
