// What the runs of the points of one measurement start from, and the proofs of those that are drawn.
#pragma once
#include <memory>
#include <vector>

#include "harness/bench/measure/repeat.h"
#include "harness/bench/verify/truth.h"

namespace ladder {

// Every run starts from fields of its own. Runs of stages of this build share those of a round, so that one run of the
// oracle proves them all; a plug-in starts from fields that no other process has seen.
class Proofs {
 public:
  // `original`: what the original errs on this case, and perhaps a whole truth; made when it is empty. It stays empty
  // where runs are proven by samples.
  Proofs(const Case &, bool by_samples, double hang_limit_s,
         std::shared_ptr<const Truth> &original);

  // From here on runs start from other fields. Where stages of this build take part their truth may be drawn; in the
  // first round it always is.
  void begin_round(bool of_this_build);
  Start start_of(const Point &) const;

  // The point's last run, which started from there and was judged by its bits. The truth of the round judges it at
  // once; any other is kept until `settle` where it is drawn. `sample_s`: what it took.
  void taken(std::size_t number, const Start &, Run &&, Point &, double sample_s);
  bool waits(std::size_t number) const;
  // Proves what was kept of the point.
  void settle(std::size_t number, Point &, Executor &);

 private:
  struct Kept {
    std::size_t number;
    Start start;
    Run run;
  };
  void prove(const Kept &, Point &, Executor &) const;

  const Case &c_;
  bool by_samples_;
  double hang_limit_s_;
  std::shared_ptr<const Truth> &original_;
  std::shared_ptr<const Truth> of_round_;  // empty: it was not drawn
  Start start_;
  double oracle_s_ = 0, round_began_s_ = 0;
  int rounds_ = 0;
  std::vector<Kept> kept_;
};

}  // namespace ladder
