// What predictions are made of: what a kernel asks of a machine, and what single parts of the
// machine need for it.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "harness/predict/compiled/machine_code.h"
#include "harness/predict/model/machine.h"
#include "harness/predict/model/persistent_time.h"
#include "harness/predict/model/warp_walk.h"

namespace ladder {

constexpr double lanes_of_warp = 32, line_bytes = 128;

// The way of one warp: what it executes, and which share of that way is gone through.
struct OwnWay {
  TripCounts trips;
  double executed = 1;
};

// What one launch of a kernel asks of a machine. Nothing in it was measured.
struct KernelDemand {
  std::string kernel;
  double launches = 1;  // a step
  double blocks = 0;
  // Of them those that are handed out last and go through less: a share of the turns of the others.
  double short_blocks = 0, short_share = 1;
  // Along z and x: the number of blocks, and how much of the last one's tile is within the grid.
  std::array<int, 2> across = {1, 1};
  std::array<double, 2> within = {1, 1};
  int threads = 0;              // a block
  int registers = 0;            // a thread
  double shared_bytes = 0;      // a block
  double instructions = 0;      // a thread, executed
  std::vector<Phase> phases;    // of them
  double code_bytes = 0;        // that a warp goes through; 0: not known
  double requests = 0;          // a warp, loads and stores of global memory
  double uniform_requests = 0;  // of them those of one address
  double quad_requests = 0;     // and those of 16 B a thread
  double shared_words = 0;      // of 4 B a thread, that loads and stores of shared memory move
  double wavefronts = 0;        // of these accesses
  double barriers = 0;          // of a block
  double grid_barriers = 0;     // of all blocks
  double operations = 0;        // floating point, of the whole grid
  int words_in_a_row = 32;      // lanes of a warp that read neighbours
  double row_bytes = 128;       // of neighbouring values that a block has in a row
  double fill_bytes = 0;  // of the whole grid, that the first-level caches take from the second one
  double sector_cycles = 0;  // in which multiprocessors move the sectors of lanes apart; 0: unknown
  double l2_bytes = 0;       // the same and what is written
  double memory_bytes = 0;   // of the whole grid, if every value crosses once
  // Values that blocks behind each other read again, and the bytes that pass between two such
  // reads.
  double again_bytes = 0, again_distance = 0;
  // Sectors of which two blocks write a part each, going from plane to plane, and the bytes that a
  // block goes through.
  double split_sectors = 0, block_bytes = 0;
  double working_set_bytes = 0;
  double reads = 1, writes = 1;  // of arrays, for each value written
  double exposed_loads = 1;      // rounds of loads, where the code is not known
  // Of a warp, where they were counted: loads, how much longer than a load of neighbours they wait
  // for the second-level cache [cycles], and [k] the chance that one of 2^k loads behind each other
  // waits for it.
  double loads = 0, longer = 0;
  std::vector<double> missing;
  // Of the same: how much longer a load takes whose lanes read from the same banks [cycles], and
  // the share of accesses to a thread's own memory that waits for the second-level cache.
  double in_turn = 0, own_missing = 0;
  MachineCode code;  // of the kernel, and the way of a warp through it
  TripCounts trips;
  OwnWay slowest;  // where a barrier waits for it: of the warp of a block with most turns
  OwnWay longest;  // of the warp with most of all
  double executed =
      1;  // of that path: where a loop has several copies, one of them is gone through
  std::vector<WarpsAlike> persistent;  // the warps of a persistent block
  double turns = 0;                    // that it then takes in its loop
  int words = 0;                       // that a block sends in a turn; 0: what its code sends
  SharedRows shared_rows;
  bool keeps = false;       // what it works on stays on the chip too
  int planes = 1;           // that a thread goes through, one after the other
  double copied_bytes = 0;  // by a bulk copy that a block waits for before it computes
  bool marches = false;     // its persistent warps go through the same loop, one step a launch
  int comes_ahead = 0;  // what a block needs comes while it computes; 2: asked for by its threads
  bool graph = false;   // launched in a graph
};

// As many blocks of the whole length as do the work of all.
double whole_blocks(const KernelDemand &);
// [B/s] of device memory for reads and writes in this mix.
double memory_bandwidth(const Machine &, double reads, double writes);
// Of the accesses of a kernel to arrays.
double write_share(const KernelDemand &);
// The share of values that the second-level cache still holds when so many bytes pass between two
// accesses to a value, with this share of writes: from how the bandwidth falls as the working set
// grows. Cache and memory work at the same time, as together() has it.
double l2_hits(const Machine &, double bytes, double write_share);
// Bytes of device memory that a launch moves.
double memory_traffic(const Machine &, const KernelDemand &);
// The bytes that memory moves for others in that time. A block whose rows are shorter than an atom
// asks for a part of it: it moves no more bytes, as the counters say
// (results/h100-80gb-hbm3/2026-11-24-counters-rows), but takes the time of whole atoms.
double memory_work(const Machine &, const KernelDemand &);
// Cycles in which a multiprocessor issues a block's instructions. Its warps begin together, so in
// each phase the unit that takes longest for it counts.
double issue_cycles(const Machine &, const KernelDemand &);
// Cycles of a multiprocessor's first-level cache for one block: its requests; and for the lines
// that come into it.
double first_level_cycles(const Machine &, const KernelDemand &);
double fill_cycles(const KernelDemand &);
// Of p in together(): how well a machine does several things at once. From the residence time of
// blocks that only read and write, by their number: L alone, R S when R of them keep memory busy,
// and between the two (L^p + (R S)^p)^(1/p).
double overlap_exponent(const Machine &);
// The same of blocks that compute while what they need comes by copies that were asked for before;
// as measured by `ahead.*`, or the one above where that was not.
double ahead_exponent(const Machine &);
// The time of things that are done at the same time: their sum for p = 1, the longest for an
// infinite p.
double together(const std::vector<double> &times, double exponent);
// When blocks of length 1, and after them short ones, have passed through so many places, each
// place taking the next block when it is free.
double last_end(double blocks, double short_blocks, double short_share, double places);
// The residence time of blocks, so many of which share a multiprocessor: alone `alone`, and `busy`
// each when they keep it busy.
double stay(double alone, double busy, double blocks, double exponent);

}  // namespace ladder
