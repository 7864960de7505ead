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
  double shared_words = 0;  // of 4 B a thread that accesses of shared memory move
  double barriers = 0;      // of the block
  double cycles = 0;        // from the first instruction to the end of the last
  double waited = 0;        // of them for loads of global memory
  double rounds = 0;        // times that it waited so
  double of(InstructionClass kind) const { return of_class[static_cast<std::size_t>(kind)]; }
};

// Which way a warp takes.
struct Course {
  std::vector<double> turns;  // of each loop, in the order of its backward branches
  std::vector<bool> taken;    // of each instruction: it is a branch ahead that is taken
};

// A loop of the code belongs to the declared one whose accesses it has a whole number of times, and that number is how far
// it is unrolled; of several, the most unrolled one takes as many turns as it can, and the next one the rest. Behind or before an
// unrolled loop stands code for the turns that remain, in parts that a branch passes over; they take their share alike. Loops
// without accesses turn once each time, and loops with accesses that no declaration fits do not turn.
//
// A branch ahead is taken if it passes over loops that do not turn and over nothing else that accesses memory, over remains
// that take no turn, or over what one thread does, which asks for a bulk copy; and the first one that passes over at least `passed_over` accesses and no loop, unless that is 0. Throws UsageError
// where a declared loop or part is not found.
Course course_of(const MachineCode &, std::span<const ladder_loop>, int passed_over = 0);

// Goes through the code: an instruction is issued `stall` cycles behind the one before it, when the scoreboards that it waits
// for are clear.
WarpWalk walk(const MachineCode &, const Course &, const Latencies &);

}  // namespace ladder
