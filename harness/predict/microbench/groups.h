// The groups of micro-benchmarks. Each measures on the first device and adds what it found.
#pragma once
#include "harness/predict/microbench/bench.h"

namespace ladder::microbench {

void measure_operations(Bench &);  // arithmetic, clock, register, barrier of a block, against warps
void measure_latencies(Bench &);   // of each level of memory, against warps
void measure_l2_slices(Bench &);   // latencies of single lines of the second-level cache
void measure_departures(Bench &);  // the delay between one request and the next
void measure_launches(Bench &);    // in a stream, in a graph; the life of a block
void measure_barriers(Bench &);    // of a cluster and of the grid
void measure_exchange(Bench &);    // of words between blocks, through the second-level cache
void measure_clusters(Bench &);    // shared memory of other blocks
void measure_rates(Bench &);       // operations and instructions in a cycle
void measure_requests(
    Bench &);                   // cycles of a request to the first-level cache and to shared memory
void measure_sectors(Bench &);  // cycles of a sector of the second-level cache, by lanes apart
void measure_memory(Bench &);   // bandwidth by working set, by read:write mix, by warps
void measure_bulk_copies(Bench &);   // by the copy engine of a multiprocessor
void measure_copies_ahead(Bench &);  // that come while blocks compute
void measure_host_copies(Bench &);   // to and from the host, by size
void measure_calls(Bench &);         // what a call costs next to its kernels

struct Group {
  const char *name;
  void (*measure)(Bench &);
};
inline constexpr Group groups[] = {{"operations", measure_operations},
                                   {"latencies", measure_latencies},
                                   {"l2 slices", measure_l2_slices},
                                   {"departures", measure_departures},
                                   {"launches", measure_launches},
                                   {"barriers", measure_barriers},
                                   {"exchange", measure_exchange},
                                   {"clusters", measure_clusters},
                                   {"rates", measure_rates},
                                   {"requests", measure_requests},
                                   {"sectors", measure_sectors},
                                   {"memory", measure_memory},
                                   {"bulk copies", measure_bulk_copies},
                                   {"copies ahead", measure_copies_ahead},
                                   {"host copies", measure_host_copies},
                                   {"calls", measure_calls}};

}  // namespace ladder::microbench
