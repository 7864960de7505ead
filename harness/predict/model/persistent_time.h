// How long persistent blocks take for a turn of their loop, from one step to the next:
// the warps of a multiprocessor share its schedulers, its shared memory and its way to the
// second-level cache, and wait for each other and for other blocks.
#pragma once
#include <vector>

#include "harness/predict/compiled/machine_code.h"
#include "harness/predict/model/trip_counts.h"
#include "harness/predict/model/warp_walk.h"

namespace ladder {

// Warps of a block that take the same way through the code.
struct WarpsAlike {
  int warps = 0;
  TripCounts trips;
  SharedRows rows = {};  // of the cells that they access in shared memory
};

// What a multiprocessor takes for things [cycles].
struct PersistentCosts {
  double issue = 1, integer = 2;                 // of a warp's instruction, by a scheduler
  double shared_word = 1;                        // of a warp, 4 B a thread
  double request = 1, quad_request = 4;          // to the first-level cache
  double byte = 0;                               // through the second-level cache, either way
  double plain_bytes = 0;                        // that a plain load of a warp takes from it
  double word_bytes = 16;                        // of a thread's word, in the mean
  double shared = 0, special = 0, constant = 0;  // latencies
  // Of loads: plain ones, those that the whole device sees in one order, atomic ones.
  double plain = 0, poll = 0, atomic = 0;
  double barrier = 0;  // of a block
  // Blocks march, each as fast as it can. Without a barrier in their loop none of a block's warps
  // is a turn ahead of another: what it needs then is asked for when all are done with what they
  // have.
  bool march = false;
  double visible = 0;  // from a store to when a poll can find it
  int words = 0;       // that a block sends in a turn; 0: those of the code
};

// In the steady state, with `blocks` alike on a multiprocessor: all have the same time, so the
// words that a block waits for were sent when its own last ones were. Throws UsageError: the code
// has no loop in which persistent blocks wait.
double persistent_turn(const MachineCode &, const std::vector<WarpsAlike> &, int blocks,
                       const PersistentCosts &);

}  // namespace ladder
