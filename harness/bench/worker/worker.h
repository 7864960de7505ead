// The conversation between a program that measures and the child that runs the stage: one JSON
// object a line. The child says first what it runs (protocol, case, stage); then each line asks for
// one thing, and the last line of its answer is the status.
//
// A run has stops, at which the child says "at" and waits for a line: "created", behind which it
// finds the fields to start from in the shared memory; "checkpoint", with the arrays of that step
// there; "driven", with the results there. A driver that runs the clock by itself stops at "clock
// runs" and "clock stopped". So the other side clocks the driver itself, and the stage learns what
// it starts from when that clock runs.
#pragma once
#include "harness/base/json.h"
#include "harness/bench/run/executor.h"

namespace ladder {

inline constexpr int worker_protocol = 3;
inline constexpr int worker_conversation = 3, worker_memory = 4;  // descriptors

// Where in the shared memory the arrays are, float32: those that a run starts from and those that
// are judged, one behind the other in the order of the case.
struct SharedArrays {
  explicit SharedArrays(const Case &c) : arrays(c.arrays()) {
    for (const Array &one : arrays) {
      at.push_back(values);
      if (one.started || one.judged) values += one.values;
    }
  }
  std::vector<Array> arrays;
  std::vector<std::size_t> at;  // of each array, in values
  std::size_t values = 0;
  std::size_t bytes() const { return sizeof(float) * values; }
};

// The child's side: answers until the other side closes.
void serve_worker(const Task &);

// The next line from the other side; false when it is gone.
bool next_line_of_parent(std::string &line);

// Says one line to the other side.
void say_to_parent(const Json &);

}  // namespace ladder
