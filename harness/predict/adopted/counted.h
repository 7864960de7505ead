// What the emulation counted of a CUDA stage of an adopted routine: what its launches ask of a GPU
// and what passes between it and the host, by recorded call.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

inline constexpr double bytes_of_a_sector = 32;

// As the emulation numbers what it sees at a place of the code.
struct SeenKind {
  enum { read, write, atomic, shared, division, slow_case };
};

// What a busy warp does. Divisions are roots too; a subroutine does slow cases.
struct CountedWay {
  std::map<std::string, double> times;                    // "file:line" -> how often
  std::map<std::string, std::map<int, double>> accesses;  // -> kind -> how often
  std::map<std::string, double> divisions, slow_cases;    // "file:line" -> how often
};

// One kernel with one grid, in the mean over its launches.
struct CountedKernel {
  std::string name;
  std::array<double, 3> grid{}, block{};
  double dynamic_bytes = 0;  // of shared memory, that the launch asks for
  double launches = 0;       // all
  double known = 0;          // of them: those that were looked at, and those that do as they did
  bool node = false;         // of a graph
  // Of a launch, of all its blocks. The others access no memory.
  double busy_blocks = 0, busy_warps = 0;
  double requests = 0, loads = 0, atomics = 0, shared_requests = 0, lanes = 0;
  double first_level_cycles = 0, shared_cycles = 0;
  double load_sectors = 0, block_sectors = 0, store_sectors = 0;  // 32 B each
  double load_lines = 0, store_lines = 0;                         // that have them
  // Sectors that blocks load again, by the other lines since, of 16 octaves; loads of a warp by the
  // sector that was touched longest ago. Loads of a sector that is new to the block, each with
  // those behind it, 2^k of its warp.
  std::vector<double> again, slowest, fresh_together;
  double atomic_lanes = 0, busiest = 0;
  double read_bytes = 0, written_bytes = 0;
  double bus_read = 0, bus_written = 0;   // bytes of the host's memory
  std::map<std::size_t, double> touched;  // bytes of each array, by its address
  double reuse_bytes = 0;  // that calls touch from one launch to the next that touches the same
  // In the mean; of each place, of the warp of a block with most; of the warp with most of all.
  CountedWay way, slowest_way, longest_way;

  double blocks() const { return grid[0] * grid[1] * grid[2]; }
  double working_blocks() const {
    return busy_blocks > 0 ? std::max(1.0, std::round(busy_blocks)) : blocks();
  }
  int threads() const { return int(block[0] * block[1] * block[2]); }
};

struct HostEvent {
  enum Kind { launch, copy, fill, wait, graph } kind = wait;
  double bytes = 0;
  std::string to;  // of a copy: "device", "host", "within", "symbol"
  bool pinned = false;
  std::size_t kernel = 0;  // of a launch
  bool node = false;       // of the graph before
};

struct CountedCall {
  std::vector<HostEvent> before, during, behind;  // of the stage
  double freed = 0;                               // allocations of the call that it frees
};

struct CountedStage {
  std::vector<CountedKernel> kernels;
  std::vector<CountedCall> calls;
  // Of a call with other numbers, behind those, in which arguments of nodes are others: graphs that
  // it records, and their nodes beyond the first, however often they are recorded.
  double recorded = 0, recorded_nodes = 0;
};

// Of the lines that harness/emulation/counting wrote, as scripts/stage_code.py gives them. A run of
// a stage of a built-in ladder counts as one call. Throws FileError where nothing was called.
CountedStage counted_stage(const Json &events);

}  // namespace ladder
