#include "harness/verify/truth.h"

#include <algorithm>
#include <cmath>

#include "harness/error.h"
#include "harness/registry.h"
#include "harness/run/interrupt.h"
#include "harness/run/run.h"
#include "harness/verify/rounding.h"

namespace ladder {
namespace {

ErrorByPlace running_maximum(const ErrorByPlace &a, const ErrorByPlace &b) {
  return {std::max(a[0], b[0]), std::max(a[1], b[1])};
}

// Sees every step of the oracle: for the bound of rounding, and to keep the checkpoints.
struct Oracle {
  const Case *problem;
  Truth *truth;
  RoundingBound bound{*problem};
  double peak = 0;

  void see(int step, const double *field) {
    double largest = 0;
    for (std::int64_t i = 0; i < problem->cells(); ++i)
      largest = std::max(largest, std::abs(field[i]));
    peak = std::max(peak, largest);
    bound.add_step(largest);
    truth->rounding.push_back(bound.value());
    if (step != problem->steps && (step == 0 || step % truth->interval != 0)) return;
    truth->checkpoints.push_back(
        {step, {field, field + problem->cells()}, {}, peak, bound.value()});
  }

  static void see(void *context, std::int32_t step, const void *now) {
    static_cast<Oracle *>(context)->see(step, static_cast<const double *>(now));
  }
};

struct Original {
  const Case *problem;
  Truth *truth;
  std::size_t next = 0;

  static void compare(void *context, std::int32_t, const void *now) {
    auto *self = static_cast<Original *>(context);
    auto &checkpoints = self->truth->checkpoints;
    Checkpoint &checkpoint = checkpoints.at(self->next);
    const auto *field = static_cast<const float *>(now);
    checkpoint.original_error = {-1, -1};
    for (std::int64_t i = 0; i < self->problem->cells(); ++i) {
      double &error =
          checkpoint.original_error[static_cast<std::size_t>(place_of(*self->problem, i))];
      error = std::max(error,
                       std::abs(double(field[i]) - checkpoint.field[static_cast<std::size_t>(i)]));
    }
    if (self->next > 0)
      checkpoint.original_error =
          running_maximum(checkpoint.original_error, checkpoints[self->next - 1].original_error);
    ++self->next;
  }
};

}  // namespace

double Truth::limit(double original_error, double rounding) {
  return std::max(multiple * original_error, rounding);
}

Place place_of(const Case &problem, std::int64_t cell) {
  const auto near = [m = problem.half_length](std::int64_t i, int n) {
    return n > 1 && (i < m || i >= n - m);
  };
  const std::int64_t z = cell % problem.nz, x = cell / problem.nz % problem.nx,
                     y = cell / problem.nz / problem.nx;
  return near(z, problem.nz) || near(x, problem.nx) || near(y, problem.ny) ? Place::border
                                                                           : Place::interior;
}

Truth make_truth(const Case &problem, int count, const Start &start) {
  Truth truth;
  truth.start = start;
  truth.interval = std::max(1, (problem.steps + count - 1) / count);
  const auto cells = static_cast<std::size_t>(problem.cells());
  const ladder_wave view = problem.view();

  std::vector<double> now(cells), before(cells), laplacian(cells);
  truth.traces.resize(static_cast<std::size_t>(problem.trace_values()));
  std::vector<float> started[2] = {std::vector<float>(cells), std::vector<float>(cells)};
  fill(start, started[0].data(), started[1].data(), cells);
  std::copy(started[0].begin(), started[0].end(), now.begin());
  std::copy(started[1].begin(), started[1].end(), before.begin());
  Oracle oracle{&problem, &truth};
  oracle.see(0, now.data());  // without a step the start is the end
  ladder_observer observer{};
  observer.context = &oracle;
  observer.checkpoint = Oracle::see;
  observer.interval = 1;
  observer.stop = interrupt_flag();
  ladder_fields fields{now.data(), before.data(), laplacian.data(), truth.traces.data(), 0};
  const ladder_status status = ladder_oracle(&view, &observer, &fields);
  if (status == LADDER_STOPPED) throw Error(Exit::interrupted, "interrupted while the oracle ran");
  if (status != LADDER_OK) throw Error(Exit::wrong, "the oracle failed");

  const ladder_stage &stage = *find_stage("fortran").stage;
  Original original{&problem, &truth};
  RunOptions options;
  options.interval = truth.interval;
  options.checkpoint = Original::compare;
  options.context = &original;
  options.start = start;
  const Run run = run_once(problem, stage, make_launch(stage, {}), options);
  if (!run.ok()) throw Error(Exit::wrong, describe(stage, run.error));
  truth.original_wall_s = 1e-9 * double(run.wall_ns);
  for (std::size_t i = 0; i < truth.traces.size(); ++i) {
    truth.trace_error =
        std::max(truth.trace_error, std::abs(double((*run.traces)[i]) - truth.traces[i]));
    truth.trace_peak = std::max(truth.trace_peak, std::abs(truth.traces[i]));
  }
  return truth;
}

}  // namespace ladder
