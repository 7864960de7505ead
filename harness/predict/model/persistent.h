// The machine code of persistent blocks: the loop in which they do,
// and what single threads do in it.
#pragma once
#include <optional>
#include <vector>

#include "harness/predict/model/code_ranges.h"
#include "harness/predict/model/trip_counts.h"

namespace ladder {

// The largest loop with a barrier of the block; none if no loop has one.
std::optional<Range> persistent_loop(const MachineCode &, const std::vector<Range> &loops);
// Whether a loop polls at what other blocks wrote until it is there.
bool polls_others(const MachineCode &, const Range &loop);
// Whether a part stores one word for another block, and asks for none.
bool sends_one_word(const MachineCode &, const Range &part);
// Whether a part is what one thread of a block does where all blocks wait for each other.
bool is_of_a_grid_barrier(const MachineCode &, const Range &part);
// The loop in which a block marches: the one with a barrier, otherwise the largest that turns.
std::optional<Range> marching_loop(const MachineCode &, const TripCounts &);
// Turns of the loop in which persistent blocks wait; the same way with so many. Throw UsageError:
// there is no such loop.
double persistent_turns(const MachineCode &, const TripCounts &);
TripCounts with_turns(const MachineCode &, TripCounts, double turns);

// Whether a declared loop is a part that a branch passes over, and not a loop of the code.
bool is_a_part(const ladder_loop &, bool persistent_blocks);
// Parts with exactly its accesses are executed in the share of the times that it names. Throws
// UsageError: there is none.
void share_parts(const MachineCode &, const std::vector<Range> &parts, const ladder_loop &,
                 TripCounts &);

}  // namespace ladder
