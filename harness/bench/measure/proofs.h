// What the runs of the points of one measurement start from, and their proofs.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/bench/measure/repeat.h"
#include "harness/bench/verify/batch.h"
#include "harness/bench/verify/truth.h"

namespace ladder {

// Every run starts from fields of its own, and every run is proven: each point has a batch of runs,
// which one run of the oracle proves. Runs of stages of this build share the starts and weights of
// a round, so that batches of the same rounds share the oracle's run as well; a plug-in starts from
// fields that no other process has seen. Where a problem judges its runs one by one, the first is
// proven at once, and of the others those that are drawn after they were taken: any set of
// `most_drawn` is as probable as any other, so a stage that is wrong in a share f of its runs is
// right in all that are proven with probability (1 - f)^most_drawn.
class Proofs {
 public:
  // `original`: what the original errs on this case; made when it is empty. It stays empty where
  // runs are proven by samples.
  Proofs(const Case &, bool by_samples, double hang_limit_s,
         std::shared_ptr<const Truth> &original);

  // From here on runs start from other fields.
  void begin_round();
  // Of the next run of the point. `extra`: the number of its runs in this round before it.
  Drawn next(const Point &, std::size_t extra = 0);
  // That run, whose bits were judged, joins the batch of the point with this number.
  void taken(std::size_t number, const Drawn &, Run, Point &);
  // Whether this round is the last of all batches.
  bool full() const { return rounds_ == most_; }
  // Whether the point's batch takes no further run before it is settled.
  bool batch_is_full(std::size_t number) const;
  // Proves what the point's batch holds.
  void settle(std::size_t number, Point &, Executor &);
  // Proves the runs that were drawn, in about `seconds`, but least_drawn of them.
  void prove_drawn(std::size_t number, Point &, double seconds);
  // What a proof took in the mean: points of one round share an oracle's run.
  double seconds_of_one() const { return proofs_ ? seconds_ / proofs_ : 0; }

  static constexpr std::size_t most_drawn = 16, least_drawn = 2;

 private:
  struct Kept {
    Start start;
    Run run;
  };
  struct Drawing {
    int runs = 0;  // without the first
    std::vector<Kept> kept;
  };
  void prove(Point &, const Start &, const Run &);
  void took_since(double begin);
  Verdict verdict_of(Batch &, Point &, Executor &);

  const Case &c_;
  bool by_samples_;
  double hang_limit_s_;
  std::shared_ptr<const Truth> &original_;
  std::shared_ptr<const Truth> last_;  // of the oracle's last run
  struct Shorter {
    std::shared_ptr<const Truth> original, last;  // as the two above
  };
  std::map<int, Shorter> shorter_;  // by the number of steps
  std::vector<Drawn> of_round_;
  int rounds_ = 0, most_;  // of the batches that are being filled
  std::size_t most_drawn_;
  std::map<std::size_t, Batch> batches_;
  std::map<std::size_t, Drawing> drawings_;  // of problems that judge themselves
  double seconds_ = 0;                       // of all proofs
  int proofs_ = 0;
};

// What the times of a point cannot be, however right its results are.

// In words; empty where nothing is found:
// - a stage on the host used more processor time than the threads that it says it takes can,
// - it left processes of its own running.
std::string finding(const Point &);

}  // namespace ladder
