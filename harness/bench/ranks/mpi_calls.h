// The calls of MPI that this rank makes, seen through the standard's profiling interface: the
// program defines MPI_Waitall and calls PMPI_Waitall in it. Stages know nothing of it.
#pragma once
#include <cstdint>
#include <vector>

#include "harness/bench/ranks/rank_events.h"

namespace ladder {

struct MpiCalls {
  static constexpr std::size_t most = std::size_t{1} << 22;  // 100 MB
  bool kept = false;                                         // calls are kept from now on
  std::vector<RankSpan> spans;                               // in the order of time
  std::int64_t lost = 0;                                     // calls beyond `most`

  void begin() { *this = {true, {}, 0}; }
};
MpiCalls &mpi_calls();

}  // namespace ladder
