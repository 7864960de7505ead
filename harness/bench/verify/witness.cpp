#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/files.h"
#include "harness/bench/run/fill_start.h"
#include "harness/bench/verify/batch.h"
#include "harness/bench/verify/block.h"
#include "harness/bench/verify/sampled_proof.h"
#include "harness/bench/verify/truth.h"

namespace ladder {
namespace {

// What the other runs of the same stage and launch are compared with. How far they may differ is
// what rounding may do to both, since one may sum in another order than the other. The sum that the
// run starts from was rounded, too: once an addend, each time by less than a step rounds.
std::shared_ptr<const Truth> truth_of(const Case &c, const Start &start, Run &run, double largest) {
  auto truth = std::make_shared<Truth>();
  truth->start = start;
  truth->interval = c.steps;
  truth->original_wall_s = 0;
  const auto rounding = c.rounding();
  Peaks peaks;
  peaks.sum_of_squares = double(start.sum.size()) * largest * largest;
  for (int step = 0; step <= c.steps; ++step) {
    add_step(peaks, largest);
    truth->rounding.push_back(2 * rounding(peaks));
  }
  const std::vector<Array> all = c.arrays();
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!all[k].judged) continue;
    const double peak = k == 0 ? largest : largest_of(run.arrays[k]->data(), all[k].values);
    Expected left{.values = {},
                  .witness = std::move(run.arrays[k]),
                  .peak = peak,
                  .rounding = k == 0 ? truth->rounding.back() : 0};
    if (k == 0)
      truth->checkpoints.push_back(
          {std::move(left), c.steps, ErrorByRegion(c.regions().size(), 0)});
    else
      truth->outputs.push_back({std::move(left), k});
  }
  return truth;
}

}  // namespace

Witness prove_by_samples(const Task &task, Executor &executor, const Start &start) {
  const Case &c = *task.the_case;
  Witness witness;
  witness.windows = choose_windows(c, secret_number());
  SampledProof proof(c, witness.windows);
  Take take;
  take.start = start;
  take.due = proof.due();
  take.checkpoint = [&](std::int32_t step, const std::vector<const float *> &arrays) {
    proof.look(step, arrays);
  };
  Run run = executor.run(take);
  witness.error = run.error;
  witness.used = run.used;
  witness.verdict = proof.verdict();
  const double scale = proof.largest() > 0 && proof.largest() < HUGE_VAL ? proof.largest() : 1;
  witness.verdict.error /= scale;
  witness.verdict.limit /= scale;
  if (!run.ok()) {
    witness.verdict = {};
    witness.verdict.words = describe(*task.entry.stage, run.error);
    return witness;
  }
  if (std::string why = launch_defect(*task.entry.stage, task.launch, run.used); !why.empty()) {
    witness.verdict.passed = false;
    witness.verdict.words = why;
  }
  if (const Verdict bits = judge_bits(c, run); !bits.passed) witness.verdict = bits;
  if (witness.verdict.passed) witness.truth = truth_of(c, start, run, proof.largest());
  return witness;
}

double bytes_of_sampled_proof(const Case &c, std::size_t stages) {
  double run = 0, started = 0;
  const std::vector<Array> all = c.arrays();
  for (const Array &one : all) {
    run += 4 * double(one.values);
    started += one.started;
  }
  // What a piece begins with, margins included, with blocks of every window in it; and the largest
  // part in float64, with its own coefficients.
  double begins = 0, part = 0;
  for (const ProofWindow &window : choose_windows(c, 1).windows)
    for (const Block &block : window.blocks) {
      const Block outer = with_margin(c.grid(), block, window.steps);
      const double cells = double(outer.cells[0]) * double(outer.cells[1]) * double(outer.cells[2]);
      begins += 4 * started * cells;
      part = std::max(part, (8 * double(all.size()) + 4) * cells);
    }
  // A stage on the host has as much again as a run.
  return 2 * run + double(stages) * bytes_of_batch(all) + begins + part;
}

void refuse_sampled_proof_beyond_memory(const Case &c, std::size_t stages) {
  refuse_beyond_memory(
      bytes_of_sampled_proof(c, stages),
      fmt::format("proving {} stages right on '{}' by samples", stages, c.name),
      "take a smaller grid, fewer stages, or fewer samples or receivers (--nt, --receivers)");
}

}  // namespace ladder
