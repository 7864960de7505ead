#include "harness/bench/verify/truth.h"

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/fill_start.h"
#include "harness/bench/verify/block.h"

namespace ladder {
namespace {

// Sees the oracle's steps, to keep the checkpoints; and of the first run every one of them, for the
// bound of rounding.
struct Oracle {
  const Case &c;
  Truth &truth;
  bool first;
  std::size_t values = c.arrays().front().values;
  std::function<double(const Peaks &)> rounding = c.rounding();
  Peaks peaks = {};

  void measure(const double *field) {
    add_step(peaks, largest_of(field, values));
    truth.rounding.push_back(rounding(peaks));
  }

  void see(int step, const double *field) {
    if (first) measure(field);
    if (step != c.steps && (step == 0 || step % truth.interval != 0)) return;
    truth.checkpoints.push_back({{.values = {field, field + values},
                                  .witness = {},
                                  .peak = peaks.largest,
                                  .rounding = first ? truth.rounding.back() : 0},
                                 step,
                                 ErrorByRegion(c.regions().size(), 0)});
  }

  static void see(void *context, std::int32_t step, const void *now) {
    static_cast<Oracle *>(context)->see(step, static_cast<const double *>(now));
  }
};

struct Original {
  const Case &c;
  Truth &truth;
  std::size_t next = 0;

  void compare(const float *field) {
    auto &checkpoints = truth.checkpoints;
    Checkpoint &checkpoint = checkpoints.at(next);
    ErrorByRegion &errors = checkpoint.original_error;
    errors.assign(c.regions().size(), -1);
    std::vector<ErrorByRegion> found(chunks(checkpoint.size()), errors);
    each_chunk(checkpoint.size(), [&](std::size_t chunk, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        double &error = found[chunk][c.region_of(static_cast<std::int64_t>(i))];
        error = std::max(error, std::abs(double(field[i]) - checkpoint.values[i]));
      }
    });
    for (const ErrorByRegion &one : found)
      for (std::size_t k = 0; k < errors.size(); ++k) errors[k] = std::max(errors[k], one[k]);
    if (next > 0)
      for (std::size_t k = 0; k < errors.size(); ++k)
        errors[k] = std::max(errors[k], checkpoints[next - 1].original_error[k]);
    ++next;
  }
};

// Runs the oracle from the start and keeps what it is asked for. `first`: measures what rounding
// may do, too.
void run_oracle(const Case &c, Truth &truth, bool first) {
  const std::vector<Array> all = c.arrays();
  std::vector<std::vector<double>> arrays;
  std::vector<double *> pointers;
  for (const Array &one : all) {
    arrays.emplace_back(one.values);
    pointers.push_back(arrays.back().data());
  }
  fill_start(c, truth.start, pointers);
  Oracle oracle{c, truth, first};
  oracle.see(0, pointers[0]);  // without a step the start is the end
  ladder_observer observer{};
  observer.context = &oracle;
  observer.checkpoint = Oracle::see;
  observer.interval = first ? 1 : truth.interval;
  observer.stop = interrupt_flag();
  const ladder_status status = c.oracle(observer, pointers);
  if (status == LADDER_STOPPED) throw Error(Exit::interrupted, "interrupted while the oracle ran");
  if (status != LADDER_OK) throw Error(Exit::wrong, "the oracle failed");
  for (std::size_t k = 1; k < all.size(); ++k)
    if (all[k].judged)
      truth.outputs.push_back({{.values = std::move(arrays[k]), .witness = {}}, k});
}

}  // namespace

double Truth::limit(double original_error, double rounding) {
  return std::max(multiple * original_error, rounding);
}

Truth make_truth(const Case &c, int count, const Start &start) {
  Truth truth;
  truth.start = start;
  truth.interval = std::max(1, (c.steps + count - 1) / count);
  truth.own = c.own_truth(start);
  if (truth.own) return truth;
  run_oracle(c, truth, true);

  const ladder_stage &stage = *original_of(c.ladder).stage;
  Original original{c, truth};
  RunOptions options;
  options.interval = truth.interval;
  options.checkpoint = [&](std::int32_t, const std::vector<const float *> &arrays) {
    original.compare(arrays[0]);
  };
  options.start = start;
  const Run run = run_once(c, stage, make_launch(stage, {}), options);
  if (!run.ok()) throw Error(Exit::wrong, describe(stage, run.error));
  truth.original_wall_s = 1e-9 * double(run.wall_ns);
  const std::vector<Array> arrays = c.arrays();
  for (Output &output : truth.outputs) {
    const GuardedBuffer<float> &values = *run.arrays[output.array];
    for (std::size_t i = 0; i < output.values.size(); ++i) {
      output.original_error =
          std::max(output.original_error, std::abs(double(values[i]) - output.values[i]));
      output.peak = std::max(output.peak, std::abs(output.values[i]));
    }
    output.rounding = arrays[output.array].relative_rounding * output.peak;
  }
  return truth;
}

Truth make_truth_like(const Truth &first, const Case &c, const Start &start) {
  Truth truth;
  truth.start = start;
  truth.interval = first.interval;
  truth.original_wall_s = first.original_wall_s;
  truth.own = c.own_truth(start);
  if (truth.own) return truth;
  truth.rounding = first.rounding;
  run_oracle(c, truth, false);
  const auto take_over = [](auto &all, const auto &of_first) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::vector<double> values = std::move(all[k].values);
      all[k] = of_first.at(k);
      all[k].values = std::move(values);
    }
  };
  take_over(truth.checkpoints, first.checkpoints);
  take_over(truth.outputs, first.outputs);
  return truth;
}

Truth errors_alone(Truth truth) {
  for (Checkpoint &one : truth.checkpoints) one.values = {};
  for (Output &one : truth.outputs) one.values = {};
  truth.own.reset();
  return truth;
}

}  // namespace ladder
