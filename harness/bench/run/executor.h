// Where the runs of one stage with one launch happen: in this process, or in a child whose crash or
// hang costs nobody else anything.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "harness/bench/registry/registry.h"
#include "harness/bench/run/run.h"
#include "harness/bench/trace/traced.h"
#include "harness/problem.h"

namespace ladder {

// What sees the arrays of a run at a checkpoint: those that are started or judged, in the order of
// the case; the others may be NULL.
using See = std::function<void(std::int32_t step, const std::vector<const float *> &arrays)>;

// Enough that modules are loaded and memory is touched.
inline constexpr int warm_up_steps = 20;

// How one run is taken.
struct Take {
  bool cold = false;  // caches are emptied just before the run
  int steps = -1;     // a warm-up of so many steps without a source; -1: the whole case
  Start start = {};
  int interval = 0;                    // [steps] between checkpoints
  std::vector<std::int32_t> due = {};  // steps that are checkpoints too, ascending
  See checkpoint = {};
};

// Called in the midst of a run, for who serves another process.
struct Hooks {
  std::function<void(Run &)> created;  // the fields may still be replaced
  See checkpoint;
  std::function<void(bool runs, const Run &)> clock;  // as of RunOptions
  std::function<void(const Run &)>
      driven;  // the results are there, and the stage is not called meanwhile
};

class Executor {
 public:
  virtual ~Executor() = default;
  virtual Probe probe() = 0;
  // With `trace` the run is traced as well, and its wall time is that of the traced run.
  virtual Run run(const Take &, TraceResult *trace = nullptr) = 0;
};

// What is to run, and for how long one call may stay away before it is taken for hanging [s].
struct Task {
  const Case *the_case;
  StageEntry entry;
  ladder_launch launch{};
  double hang_limit_s = 600;
};

// In this process. A hang ends the program with a sentence and Exit::device.
std::unique_ptr<Executor> run_here(const Task &, const Hooks & = {});

// In a child: `program` with the arguments of its command `worker`. A crash or a hang comes back as
// an error of the run. Throws Error(not_comparable) when the child means another case.
std::unique_ptr<Executor> run_in_child(const Task &, const std::string &program,
                                       const std::vector<std::string> &arguments);

}  // namespace ladder
