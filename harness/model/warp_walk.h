// What one warp does on its way through a kernel's machine code, and how long that takes when nobody is in its way.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "harness/compiled/machine_code.h"
#include "harness/counts.h"

namespace ladder {

// Cycles until the result of an instruction is there [cycles].
struct Latencies {
  double global = 0, shared = 0, constant = 0, special = 0, barrier = 0;
};

struct WarpWalk {
  double instructions = 0;
  std::array<double, instruction_classes> of_class{};  // executed
  double quads = 0;                                    // accesses of global memory of 16 B a thread
  double cycles = 0;  // from the first instruction to the end of the last
  double waited = 0;  // of them for loads of global memory
  double rounds = 0;  // times that it waited so
  double of(InstructionClass kind) const { return of_class[static_cast<std::size_t>(kind)]; }
};

// How often each loop of the code turns, in the order of its backward branches. A loop of the code belongs to the declared
// one whose accesses it has a whole number of times, and that number is how far it is unrolled; of several, the most
// unrolled one takes as many turns as it can, and the next one the rest. Loops without accesses turn once each time, and loops with
// accesses that no declaration fits do not turn. Throws UsageError where a declared loop is not found.
std::vector<double> turns_of_loops(const MachineCode &, std::span<const ladder_loop>);

// Goes through the code: an instruction is issued `stall` cycles behind the one before it, when the scoreboards that it waits
// for are clear. A branch that passes over loops is taken if none of them turns; other branches ahead are not taken.
WarpWalk walk(const MachineCode &, std::span<const double> turns, const Latencies &);

}  // namespace ladder
