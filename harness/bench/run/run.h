// One execution of (stage, case, launch) by the driver.
#pragma once
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/page_lock.h"
#include "harness/bench/trace/timeline.h"
#include "harness/problem.h"

namespace ladder {

class Tracer;

// A stage that failed on the way: its status and words.
struct StageError {
  ladder_status status = LADDER_OK;
  std::string words;
  Cause cause = Cause::none;
};

// Whether a status is a device's fault, its memory included, and not that of a wrong result.
inline bool of_device(ladder_status status) {
  return status == LADDER_DEVICE_FAILED || status == LADDER_OUT_OF_MEMORY;
}
// Of the program, where a stage that it runs fails so.
inline Exit exit_of(ladder_status status) {
  if (status == LADDER_REFUSED) return Exit::nothing_ran;
  return of_device(status) ? Exit::device : Exit::wrong;
}

struct Run {
  StageError error;                 // status LADDER_OK: the run went to its end
  std::int64_t setup_ns = 0;        // create
  std::int64_t wall_ns = 0;         // the driver, from its first to its last instruction
  double user_s = 0, system_s = 0;  // of the process, create and destroy included
  double real_s = 0;
  // By a clock that the stage has no hold of, from the word to begin to the word that the driver is
  // done; the CPU time is of all threads. In a child process the transfers of the arrays are in
  // both.
  std::int64_t clock_ns = 0, cpu_ns = 0;
  int processes = 0;  // started by the stage, and alive when the driver was done
  bool helpers_counted =
      true;  // cpu_ns and `processes` have all processes that foreign code may have started
  ladder_launch used{};
  Timeline timeline;                                          // empty without a tracer
  std::vector<std::unique_ptr<GuardedBuffer<float>>> arrays;  // in the order of Case::arrays()
  std::list<PageLock> locks;  // of the arrays, where there is an earlier run
  std::string foreign_write;  // empty, or where the stage wrote that it should not have, in words
  Cause foreign = Cause::none;

  bool ok() const { return error.status == LADDER_OK; }
};

struct RunOptions {
  Tracer *tracer = nullptr;       // nothing is traced without
  int interval = 0;               // [steps] between checkpoints
  std::vector<std::int32_t> due;  // steps that are checkpoints too, ascending
  // Gets all arrays, in the order of Case::arrays().
  std::function<void(std::int32_t step, const std::vector<const float *> &arrays)> checkpoint;
  // A run of the same stage whose arrays are of no more use, or none yet: this one takes them over
  // as they are, locked or not. It is not to be timed: others may work meanwhile.
  Run *earlier = nullptr;
  Start start;                              // the stage sees it in the timed part, and not before
  std::function<void(Run &)> before_drive;  // between create and the timed part
  // Just before the driver's clock runs, and just after it stopped, where the driver runs it by
  // itself.
  std::function<void(bool runs, const Run &)> clock;
  std::function<void(const Run &)>
      after_drive;  // directly behind it: the stage is not called between
};

// Outputs are poisoned. Throws Error(interrupted) on Ctrl-C only.
Run run_once(const Case &, const ladder_stage &, const ladder_launch &, const RunOptions & = {});

// What the stage says of its last failure, also where it says nothing.
std::string reason(const ladder_stage &, const ladder_state *);
// Empty when the stage takes the case, else its words.
inline std::string refusal(const Case &c, const ladder_stage &stage, const ladder_launch &launch) {
  const auto view = c.stage_view();
  ladder_state *state = nullptr;
  const ladder_status status = stage.create(view.get(), &launch, &state);
  std::string words = status == LADDER_OK ? "" : reason(stage, state);
  stage.destroy(state);
  return words;
}

// The words and the exit code for a stage that failed.
std::string describe(const ladder_stage &, const StageError &);

// What a run takes over from an earlier one: new arrays cost new pages, and the locks on them.

// The arrays of the earlier run, as good as new: its guard zones were looked at.
inline bool takes_over(const std::vector<Array> &arrays, Run *earlier, Run &run) {
  if (!earlier || earlier->arrays.size() != arrays.size()) return false;
  for (std::size_t k = 0; k < arrays.size(); ++k)
    if (earlier->arrays[k]->size() != arrays[k].values) return false;
  run.arrays = std::move(earlier->arrays);
  run.locks = std::move(earlier->locks);
  for (auto &array : run.arrays) array->poison();
  return true;
}

}  // namespace ladder
