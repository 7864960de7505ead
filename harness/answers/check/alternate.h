// Runs a stage and another state of it in turn, so that what the machine does meanwhile strikes
// both alike.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/bench/measure/measure.h"

namespace ladder {

enum class Metric { wall, kernel };

// What takes its turn: a stage with its launch, run by this or another ladder program.
struct Side {
  std::string program;
  Choice choice;

  bool same(const Side &other) const {
    return program == other.program && choice.entry.path == other.choice.entry.path &&
           choice.entry.name() == other.choice.entry.name();
  }
};

struct Alternation {
  // A value a side and round: the median of its runs [s], and the median of the logarithms of
  // their ratios to those of the first side in the same round.
  std::vector<std::vector<double>> seconds, log_of_first;
  StageError error;  // not LADDER_OK: a side failed; `failed` says which
  Verdict verdict;   // the worst of all runs
  std::size_t failed = 0;
  std::vector<CanaryReading> canary;  // one a round; empty where it was not asked for
  ProofWindows windows;               // of the last side that was proven by samples
  std::string refused;  // why the stage does not do this case or launch; empty when it does
};

struct Turns {
  double budget_s = usual_budget_s;  // proofs included
  bool canary = false;               // is read in every round
  // Whether the rounds so far decide what is asked.
  std::function<bool(const Alternation &)> decided;
};

// Two things blur a comparison, and two alternations answer them. What the machine does besides
// changes from one tenth of a second to the next: so the sides take turns run by run, in an order
// that turns round each time; short runs have many turns. And where a process happens to lie in
// memory moves all its times by percents: so on the host every round starts new processes, and a
// round counts as one value however many turns it had. On a device, where a start takes longer than
// a run, the processes stay.
Alternation alternate(const Case &, const How &, const std::vector<Side> &, Metric, const Turns &,
                      const std::function<void(const std::string &)> &progress);

}  // namespace ladder
