// One execution of (stage, case, launch) by the driver.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "harness/case/case.h"
#include "harness/registry.h"
#include "harness/run/guarded_buffer.h"
#include "harness/run/launch.h"
#include "harness/trace/timeline.h"

namespace ladder {

class Tracer;

// A stage that failed on the way: its status and words.
struct StageError {
  ladder_status status = LADDER_OK;
  std::string words;
};

struct Run {
  StageError error;                 // status LADDER_OK: the run went to its end
  std::int64_t setup_ns = 0;        // create
  std::int64_t wall_ns = 0;         // the driver, from its first to its last instruction
  double user_s = 0, system_s = 0;  // of the process, create and destroy included
  double real_s = 0;
  ladder_launch used{};
  Timeline timeline;  // empty without a tracer
  std::unique_ptr<GuardedBuffer<float>> now, before, laplacian, traces;
  std::string foreign_write;  // empty, or which array the stage wrote beside, in words

  bool ok() const { return error.status == LADDER_OK; }
};

struct RunOptions {
  Tracer *tracer = nullptr;  // nothing is traced without
  int interval = 0;          // [steps] between checkpoints
  void (*checkpoint)(void *context, std::int32_t step, const void *now) = nullptr;
  void *context = nullptr;
  void (*before_drive)(ladder_device) = nullptr;  // between create and the timed part
  bool random_start = false;  // p(0) and p(-1) from random_field instead of zero
};

// Outputs are poisoned and fields start from zero. Throws Error(interrupted) on Ctrl-C only.
Run run_once(const Case &, const ladder_stage &, const ladder_launch &, const RunOptions & = {});

// Values in (-1, 1), the same on every machine.
void random_field(float *values, std::size_t count, unsigned seed);

// What the stage says of its last failure, also where it says nothing.
std::string reason(const ladder_stage &, const ladder_state *);

// The words and the exit code for a stage that failed.
std::string describe(const ladder_stage &, const StageError &);

}  // namespace ladder
