// Accesses of kernels as the requests that warps make of them.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "../runtime/memory.h"

namespace ladder_emulation {

// Sectors that a block loads again, by what its warps touch in between: whether a first-level cache
// still has them depends on how many lines it keeps for the block.

constexpr std::uintptr_t bytes_of_sector = 32, bytes_of_line = 128;

// Of 16 octaves of four: loads by the other lines since the line was touched, from 2^(k/4) on, and
// less for 0.
using Distances = std::array<double, 64>;

struct TouchedSector {
  unsigned order, warp;  // of the accesses of its lane
  std::uintptr_t sector;
  unsigned request;         // of the block; of_a_store
  std::uint32_t bytes = 0;  // of the sector, that the warp asks for
};
// Its line takes room in the cache, and the bytes that were stored are there: on an H200 they come
// after 33 cycles, others of their sector after 280.
constexpr unsigned of_a_store = ~0u;

// Of sectors that are loaded again, and of requests none of whose sectors is new to the block: by
// the one that was touched longest ago. A sector is new to all warps that ask for it in one turn:
// those behind the first find it on its way, and wait as long.
struct Reuse {
  Distances again{}, slowest{};
  double fresh = 0;  // new sectors
  // [k]: requests that have one, each with those behind it, 2^k of its warp: a warp waits once for
  // what it asks for together, as a lone thread where all arrays come to a new sector in one turn.
  std::array<double, 5> fresh_together{};
  void add(const Reuse &, double times);
};

// The warps of a block go on side by side.
void add_distances(std::vector<TouchedSector> &touched, Reuse &);

// The requests.

// Divisions and roots access no memory; slow cases are those of them that a subroutine does.
enum class Access { read, write, atomic, shared, division, slow_case };
constexpr bool is_of_memory(Access kind) { return kind < Access::division; }

struct Touch {
  std::uintptr_t at;
  unsigned order;  // of the accesses of its thread
  unsigned place;  // parts of the code that its thread had begun
};

// An access in the code, in one block.
struct AccessSite {
  unsigned bytes = 0;
  double times = 0;  // by all threads; those in `of_thread` are looked at
  Access kind = Access::read;
  std::vector<std::vector<Touch>> of_thread;
};
// A part of the code, numbered as it was first begun: how often each thread did.
struct CodePart {
  unsigned number = 0;
  std::vector<unsigned> times;
};
// Of the launches of a kernel with a grid in a call: the first ones, and later ones, which may have
// more or fewer turns: a step of an FFT has half the threads of the one before, each twice as long.
inline bool is_looked_at(unsigned launch) {
  constexpr unsigned first = 4, last = 32;
  return launch < first || (launch <= last && std::has_single_bit(launch));
}

// Of a thread with many accesses the first ones are looked at, then windows, each after an eighth
// of what was done by then: what follows is no more than that.
struct Looked {
  unsigned accesses = 0;        // so far
  unsigned begin = 0, end = 0;  // of the window
  bool next(unsigned threads_of_block);
};
struct BlockCounts {
  std::unordered_map<const void *, AccessSite> sites;
  std::unordered_map<const void *, CodePart> parts;
  std::vector<Looked> looked;               // by thread
  std::vector<std::vector<unsigned>> ways;  // the parts that each thread began, in this order
  std::size_t begun = 0;                    // by all threads
};

// Of a place in the code, what all busy warps do there; and as much as if each did what the one
// that does most of its block does, for which the others wait at a barrier.
struct Times {
  double of_all = 0, of_slowest = 0;
};
struct SiteTotals {
  Access kind = Access::read;
  Times requests;
};

struct Totals {
  double blocks = 0, accesses = 0, looked_at = 0;  // accesses that are looked at
  double lanes = 0;
  double busy_blocks = 0, busy_warps = 0;                 // that access memory at all
  double loads = 0, stores = 0, atomics = 0, shared = 0;  // requests of warps
  double first_level_cycles = 0, shared_cycles = 0;       // that they take
  double load_sectors = 0, store_sectors = 0;
  double load_lines = 0, store_lines = 0;  // that have them
  Reuse reuse;
  double atomic_lanes = 0;
  double bus_sectors = 0;  // of the host's memory, that blocks load; each counts once a block
  std::unordered_set<std::uintptr_t> read, written;
  std::unordered_map<std::uintptr_t, double> atomic_at;
  std::set<const Allocation *> arrays;
  std::map<const void *, SiteTotals> sites;
  std::map<const void *, Times> parts;
  std::unordered_map<const void *, double> longest;  // times of places, of the warp with most
};

// Adds a block of so many threads that has ended.
void add(const BlockCounts &, unsigned threads, Totals &);

// The file that LADDER_EMULATION_COUNTS names: one JSON object a line.

std::FILE *counts_file();  // null: none is asked for

std::string quoted(const std::string &text);
std::uintptr_t place_in_module(const void *code);

// The counts of a launch, as members behind others of its object. `busy`: its blocks that access
// memory.
void say_counts(const Totals &totals, double busy);

}  // namespace ladder_emulation
