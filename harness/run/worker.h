// The conversation between a program that measures and the child that runs the stage: one JSON object a
// line. The child says first what it runs (protocol, case, stage); then each line asks for one thing, and the
// last line of its answer tells the status.
//
// A run has stops, at which the child says "at" and waits for a line: "created", behind which it finds the
// fields to start from in the shared memory; "checkpoint", with p(step) there; "driven", with the results there.
// So the other side clocks the driver itself, and the stage learns what it starts from when that clock runs.
#pragma once
#include "harness/records/json.h"
#include "harness/run/executor.h"

namespace ladder {

inline constexpr int worker_protocol = 2;
inline constexpr int worker_conversation = 3, worker_memory = 4;  // descriptors

// Where in the shared memory the arrays are, float32: p(n), p(n-1), both [cells], then [steps + 1][receivers].
struct SharedArrays {
  explicit SharedArrays(const Case &c)
      : cells(static_cast<std::size_t>(c.cells())),
        trace_values(static_cast<std::size_t>(c.trace_values())) {}
  std::size_t cells, trace_values;
  std::size_t bytes() const { return sizeof(float) * (2 * cells + trace_values); }
};

// The child's side: answers until the other side closes.
void serve_worker(const Task &);

// Says one line to the other side.
void say_to_parent(const Json &);

}  // namespace ladder
