// What happened when, during one traced run. Knows nothing of CUDA: times, kinds, names.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ladder {

enum class Activity {
  kernel,  // a kernel runs on the device (CPU stages: inside the stage's call)
  h2d,     // a copy runs
  d2h,
  exchange,   // data goes between devices (a copy of the runtime's, a kernel of NCCL) or ranks (a
              // call of MPI)
  copy_call,  // the host is inside a copy call of the runtime
  runtime_call,  // the host is inside a launch or another runtime call
  stage_call,    // the host is inside a computing entry of a stage on the device
  driver_loop,   // the host is in the driver's own loops
};
inline constexpr std::array<const char *, 8> activity_names = {
    "kernel", "h2d", "d2h", "exchange", "copy_call", "runtime_call", "stage_call", "driver_loop"};

struct Event {
  Activity activity;
  std::int64_t begin, end;     // [ns] one clock for all events of a timeline
  std::uint32_t name = 0;      // index into Timeline::names
  std::array<int, 3> block{};  // of a kernel; {0, 0, 0} elsewhere
  std::array<int, 3> grid{};
  std::int64_t bytes = 0;  // of a copy
  int device = 0;          // that a kernel or a copy ran on
  int rank = 0;            // of the process, where a launcher started several

  // A kernel, a copy or an exchange: the first four activities.
  bool on_device() const { return activity <= Activity::exchange; }
};

struct Timeline {
  std::int64_t begin = 0, end = 0;  // [ns] of the run
  std::vector<Event> events;        // in any order
  std::vector<std::string> names;   // demangled names of kernels, "[memcpy HtoD]", calls
  std::int64_t lost = 0;            // activities that the tracer dropped: not 0 spoils the scopes
  std::vector<std::int64_t> step_begins;  // of every time step; empty where the stage owns the loop
};

// Records a timeline of one run. With CUDA the events come from CUPTI's activity API; without it,
// or where CUPTI is missing, only the driver's marks are recorded. A tracer records from its
// creation to its destruction.

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

// For CUDA stages. Empty, with the reason in `why`, where CUPTI cannot be had.
std::unique_ptr<Tracer> make_cuda_tracer(std::string &why);

}  // namespace ladder
