// Runs programs in turn on one point, so that what the machine does meanwhile strikes all of them alike.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/run/measure.h"

namespace ladder {

enum class Metric { wall, kernel };

struct Alternation {
  // One value [s] a program and round: the median of the runs that it made in that round.
  std::vector<std::vector<double>> seconds;
  StageError error;  // not LADDER_OK: a program failed; `failed` says which
  Verdict verdict;   // the worst of all runs
  std::size_t failed = 0;
  std::string refused;  // why the stage does not do this case or launch; empty when it does
};

struct Budget {
  double seconds = 20;             // for all of it, start-up included
  double precision = 0.005;        // done when the pairs' intervals are as tight as this
  std::size_t fewest_rounds = 10;  // before that
};

// Each of `programs` runs the point once a round, in an order that turns round every time. On the host
// every round starts new processes: where a process happens to lie in memory moves its times by percents
// for as long as it lives, and this way that is noise like any other. On a device, where a start takes
// longer than a run, the processes stay. Pairs are formed with the first program.
Alternation alternate(const Case &, const Truth &, const Choice &, const How &,
                      const std::vector<std::string> &programs, Metric, const Budget &,
                      const std::function<void(const std::string &)> &progress);

}  // namespace ladder
