// What one warp does on its way through a kernel's machine code, and how long that takes when
// nobody is in its way.
#pragma once
#include <array>
#include <vector>

#include "harness/predict/compiled/machine_code.h"
#include "harness/predict/model/trip_counts.h"

namespace ladder {

// Cycles until the result of an instruction is there [cycles].
struct Latencies {
  double global = 0, own = 0, shared = 0, constant = 0, special = 0, barrier = 0;
};

// Instructions from a wait for loads to the next one, and of them those of units that take less of
// them in a cycle.
struct Phase {
  double instructions = 0;
  double logic = 0;       // and other arithmetic of integers, comparisons
  double multiplies = 0;  // of integers
  double special = 0;     // reciprocals, roots, conversions
  double doubles = 0;     // arithmetic in float64
};

// On an H200, of reciprocals, exponentials and conversions: chains of them.
inline constexpr double cycles_of_special = 18;

struct WarpWalk {
  double instructions = 0;
  std::array<double, instruction_classes> of_class{};  // executed
  std::vector<double> times;                           // of each instruction
  double quads = 0;                                    // accesses of global memory of 16 B a thread
  double own_bytes = 0;     // a thread's, of its own arrays and spilled registers
  double copies = 0;        // asynchronous, from global into shared memory
  double shared_words = 0;  // of 4 B a thread that accesses of shared memory move
  double wavefronts = 0;    // of these accesses
  double barriers = 0;      // of the block
  std::vector<Phase> phases;
  double cycles = 0;      // from the first instruction to the end of the last
  double waited = 0;      // of them for loads of global memory
  double rounds = 0;      // times that it waited so
  double before = 0;      // instructions before its first access to global memory
  double code_bytes = 0;  // that it goes through, in whole lines of a cache
  double of(InstructionClass kind) const { return of_class[static_cast<std::size_t>(kind)]; }
};

// Values of their own that lanes have side by side in a row, and from a row to the next; 0: one
// row.
struct SharedRows {
  int values = 0, pitch = 0;
};

// Goes through the code: an instruction is issued `stall` cycles behind the one before it, when the
// scoreboards that it waits for are clear.
WarpWalk walk(const MachineCode &, const TripCounts &, const Latencies &, const SharedRows & = {});

// Of each instruction: how often shared memory is asked for its accesses, one after the other.
std::vector<double> wavefronts(const MachineCode &, const SharedRows &);

// Of shared memory for an access of `words` of 4 B a lane, if lanes begin `apart` words from each
// other: the most words of one bank that are asked for at once, which it gives one after the other.
double wavefronts(int words, int apart, const SharedRows &);

}  // namespace ladder
