// The points of one measurement that are timed, from their first sample to their record.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/base/clock.h"
#include "harness/bench/measure/measure.h"
#include "harness/bench/measure/proofs.h"
#include "harness/bench/trace/traced.h"

namespace ladder {

class Timing {
 public:
  // `original`: as Proofs has it.
  Timing(const Case &problem, const How &how, bool by_samples,
         std::shared_ptr<const Truth> &original, const MeasureWatch &watch, Measurement &result)
      : problem_(problem), how_(how), watch_(watch), result_(result),
        proofs_(problem, by_samples, how.hang_limit_s, original) {}

  // The point at this place in the result is to be timed.
  void add(std::size_t place, std::unique_ptr<Executor>);
  bool empty() const { return places_.empty(); }

  // Samples, looks closer, traces and reports all points. Interrupted, it leaves `whole` of the
  // result false.
  void run();

 private:
  bool tracer_stays(std::size_t i) const;
  bool last_sample_on_cuda_taken() const;
  Measured &measured(std::size_t i);
  void look_closer(Measured &) const;
  void trace(std::size_t i, Measured &);
  void say_proof(const Point &) const;
  void settle(std::size_t i, Point &);
  void finish(std::size_t i);
  void finish_waiting();
  // Of the budget, less what the traced runs and proofs of unfinished points will take.
  double left_s();
  bool slow_for_a_trace(const Point &) const;

  const Case &problem_;
  const How &how_;
  const MeasureWatch &watch_;
  Measurement &result_;
  std::vector<std::size_t> places_;  // of each in result_.points
  std::vector<std::unique_ptr<Executor>> executors_;
  std::vector<Point> points_;
  std::vector<std::size_t> waiting_;  // have their samples, and wait for their trace
  std::vector<bool> finished_;
  bool uses_cuda_ = false;
  double begin_s_ = steady_s();
  std::optional<double> granted_s_;  // of the whole measurement; see left_s
  Proofs proofs_;
};

// The traced run of a point: a sample like the others, taken again while it is not.

inline constexpr int most_traced_runs = 3;

// Takes one traced run of the whole case. False: it failed, or its result is wrong.
using TakeTraced = std::function<bool(TraceResult &)>;

// The least disturbed of up to three traced runs; the first one that is not disturbed ends them,
// and so does the time limit. A run without a trace, or with another launch than the one asked for,
// is returned at once: nothing is to hide it.
TraceResult least_disturbed(double median_s, double time_limit_s, const TakeTraced &);

}  // namespace ladder
