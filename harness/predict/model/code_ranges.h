// Parts of a kernel's machine code: its loops, what branches pass over, and the accesses to memory
// in them.
#pragma once
#include <vector>

#include "harness/counts.h"
#include "harness/predict/compiled/machine_code.h"

namespace ladder {

// Instructions from one to another, both inside.
struct Range {
  std::size_t first = 0, last = 0;
  std::size_t size() const { return last - first; }
};
// Whether the first lies in the second, and is smaller; whether an instruction does.
bool inside(const Range &inner, const Range &outer);
bool inside(std::size_t at, const Range &outer);

// From their heads to the branches back, in the order of these. Every way to such a branch leads
// over the head.
std::vector<Range> loops_of(const MachineCode &);
// What a branch ahead under a condition passes over; the branch precedes it.
std::vector<Range> conditional_parts(const MachineCode &);

struct Accesses {
  int all = 0, shared = 0, copied = 0;  // as in ladder_loop

  bool are(int times, const ladder_loop &turn) const {
    return all == times * turn.accesses && shared == times * turn.shared &&
           copied == times * turn.copied;
  }
};
// Those of a range, without those of the ranges of `without` that lie in it.
Accesses own_accesses(const MachineCode &, const Range &, const std::vector<Range> &without);

}  // namespace ladder
