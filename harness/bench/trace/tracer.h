// Records a timeline of one run. With CUDA the events come from CUPTI's activity API; without it,
// or where CUPTI is missing, only the driver's marks are recorded. A tracer records from its
// creation to its destruction.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "harness/bench/trace/timeline.h"

namespace ladder {

class Tracer {
 public:
  virtual ~Tracer() = default;
  virtual std::int64_t now() = 0;  // [ns] the clock of the events
  virtual void start() = 0;        // forgets what was recorded so far
  virtual Timeline stop() = 0;     // what was recorded since; begin and end are left to the caller
  // The first copy, launch and module that it records take milliseconds: a run is to be traced and
  // thrown away first.
  virtual bool first_run_is_slow() const { return false; }
};

// For stages on the host: no device events.
std::unique_ptr<Tracer> make_host_tracer();
// For CUDA stages. Empty, with the reason in `why`, where CUPTI cannot be had.
std::unique_ptr<Tracer> make_cuda_tracer(std::string &why);

}  // namespace ladder
