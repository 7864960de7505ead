// What a rank did in a traced run, as events of the timeline. No MPI here.
#pragma once
#include <cstdint>
#include <vector>

#include "harness/bench/trace/timeline.h"

namespace ladder {

// A rank was inside a call of MPI.
struct RankSpan {
  std::int64_t begin, end;  // [ns]
  std::int64_t order;       // 1: it waited for what rank 0 would do next; 0: it exchanged data, or
                            // waited for that
};

// On rank 0 the stage runs between the driver's marks, on the others from one order to the next.
// There it computes while it is in no call of MPI, and calls that follow each other at once are one
// exchange. The spans are in the order of time.
void add_rank(Timeline &, int rank, const std::vector<RankSpan> &);

// The same of a stage on devices: kernels and copies are what the rank's own tracer saw, `seen`,
// which is empty on rank 0, whose tracer made the timeline.
void add_rank_on_device(Timeline &, int rank, const Timeline &seen, const std::vector<RankSpan> &);

// The calls of MPI that this rank makes, seen through the standard's profiling interface: the
// program defines MPI_Waitall and calls PMPI_Waitall in it. Stages know nothing of it.

struct MpiCalls {
  static constexpr std::size_t most = std::size_t{1} << 22;  // 100 MB
  bool kept = false;                                         // calls are kept from now on
  std::vector<RankSpan> spans;                               // in the order of time
  std::int64_t lost = 0;                                     // calls beyond `most`

  void begin() { *this = {true, {}, 0}; }
};
MpiCalls &mpi_calls();

}  // namespace ladder
