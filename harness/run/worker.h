// The conversation between a program that measures and the child that runs the stage: one JSON object a
// line. The child says first what it runs (protocol, case, stage); then each line asks for one thing.
#pragma once
#include "harness/records/json.h"
#include "harness/run/executor.h"

namespace ladder {

inline constexpr int worker_protocol = 1;
inline constexpr int worker_conversation = 3, worker_memory = 4;  // descriptors

// The child's side: answers until the other side closes. The fields and the traces of each run are left in
// the shared memory: p(steps) [cells], then [steps + 1][receivers], float32.
void serve_worker(const Task &);

}  // namespace ladder
