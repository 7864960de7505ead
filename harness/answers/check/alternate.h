// Runs programs in turn on one point, so that what the machine does meanwhile strikes all alike.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/bench/measure/measure.h"

namespace ladder {

enum class Metric { wall, kernel };

struct Alternation {
  // A value a program and round: the median of its runs [s], and the median of the logarithms of
  // their ratios to those of the first program in the same round.
  std::vector<std::vector<double>> seconds, log_of_first;
  StageError error;  // not LADDER_OK: a program failed; `failed` says which
  Verdict verdict;   // the worst of all runs
  std::size_t failed = 0;
  std::vector<CanaryReading> canary;  // one a round; empty where it was not asked for
  ProofWindows windows;               // of the last program that was proven by samples
  std::string refused;  // why the stage does not do this case or launch; empty when it does
};

struct Budget {
  double seconds = 20;             // of rounds; proving the stage comes before
  double precision = 0.005;        // done when the pairs' intervals are as tight as this
  std::size_t fewest_rounds = 10;  // before that
  bool canary = false;             // is read in every round
};

// Two things blur a comparison, and two alternations answer them. What the machine does besides
// changes from one tenth of a second to the next: so the programs take turns run by run, in an
// order that turns round each time. And where a process happens to lie in memory moves all its
// times by percents: so on the host every round starts new processes, and a round counts as one
// value however many turns it had. On a device, where a start takes longer than a run, the
// processes stay.
Alternation alternate(const Case &, const Choice &, const How &,
                      const std::vector<std::string> &programs, Metric, const Budget &,
                      const std::function<void(const std::string &)> &progress);

}  // namespace ladder
