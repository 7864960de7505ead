// The path of a warp through a kernel's machine code: the trip counts of its loops, and the
// branches that are taken.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "harness/predict/model/code_ranges.h"

namespace ladder {

struct TripCounts {
  std::vector<double> turns;  // of each loop, in the order of its backward branches
  // Of each instruction: the share of the times in which it is a branch ahead that is taken.
  std::vector<double> taken;
  // They are of one execution that was seen: subroutines are gone through, and a part that is
  // executed in most of the times is so in the first.
  bool seen = false;
  // The way counts as so many: where it is very long, its loops turn less often.
  double ways = 1;
  // The loop of persistent blocks: the largest with a barrier of the block.
  std::optional<Range> persistent;
};

// A loop of the code belongs to the declared one whose accesses it has a whole number of times, and
// that number is how far it is unrolled; of several, the most unrolled one takes as many turns as
// it can, and the next one the rest. Behind or before an unrolled loop is code for the remaining
// turns, in parts that a branch passes over; they take their share alike. Loops without accesses
// turn once each time, and loops with accesses that no declaration fits do not turn.
//
// A branch ahead is taken if it passes over
// - loops that do not turn, and nothing else that accesses memory,
// - such a part, if it takes no turn,
// - what one thread of a block does, which asks for a bulk copy,
// - a part without accesses that is the alternative to one with accesses,
// - at least `passed_over` accesses and no loop: the first such branch, unless that is 0.
// A loop of less than one turn that is not in the code is a part that a branch passes over, which
// has exactly its accesses: it is executed in that share of the times; with `at_several_places` it
// has an alternative, which is executed in the others. Without any turn that holds for blocks that
// stay alone.
//
// Persistent blocks wait in the largest loop with a barrier of the block. In it loops turn once
// that poll what other blocks wrote, and a part with atomic accesses is left out: one thread does
// it where all blocks wait for each other. Throws UsageError where a declared loop or part is not
// found.
TripCounts trip_counts_of(const MachineCode &, std::span<const ladder_loop>, int passed_over = 0,
                          bool persistent_blocks = false);

}  // namespace ladder
