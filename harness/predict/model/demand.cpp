#include "harness/predict/model/demand.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/predict/model/declared_step.h"
#include "harness/predict/model/occupancy.h"
#include "harness/predict/model/persistent.h"
#include "harness/predict/model/warp_walk.h"

namespace ladder {
namespace {

constexpr double float_bytes = 4, sector_bytes = 32, whole_line = 128;

double up(double value, double multiple) { return std::ceil(value / multiple) * multiple; }

const CompiledKernel &kernel_named(const CompiledBuild &build, const std::string &stage,
                                   const std::string &name) {
  const auto found = std::ranges::find_if(build.kernels, [&](const CompiledKernel &kernel) {
    return kernel.stage == stage && kernel.kernel == name;
  });
  if (found == build.kernels.end())
    throw UsageError(fmt::format("its build has no kernel '{}'", name));
  return *found;
}

int threads_of(const ladder_kernel_counts &k) { return k.block[0] * k.block[1] * k.block[2]; }

int blocks_a_multiprocessor(const ladder_kernel_counts &k, const StageEntry &entry,
                            const CompiledBuild &build, const DeviceLimits &device) {
  const CompiledKernel &kernel = kernel_named(build, entry.full_name(), k.name);
  return std::max(
      1, occupancy(device, kernel.registers, kernel.shared_bytes + k.shared_bytes, threads_of(k))
             .blocks);
}

// How much of the grid's blocks the cells are that a kernel does not pass over.
double share_of(const ladder_kernel_counts &k) {
  return k.cells / (double(k.size[0]) * k.size[1] * k.size[2]);
}

// Of the sectors that a row of cells touches, in the mean if it begins anywhere in one.
double row_bytes(double cells, int anywhere) {
  return anywhere ? cells * float_bytes + sector_bytes - anywhere * float_bytes
                  : up(cells * float_bytes, sector_bytes);
}
double lines_bytes(double cells) { return up(cells * float_bytes, whole_line); }

TripCounts trips_of(const MachineCode &code, const ladder_kernel_counts &k) {
  return trip_counts_of(code, {k.loop, static_cast<std::size_t>(k.loops)}, k.passed_over,
                        k.rounds > 0);
}

int warps_of(const ladder_kernel_counts &k) { return (threads_of(k) + 31) / 32; }

// What a thread does, in the mean over those of a launch.
void mix_in(KernelDemand &demand, const WarpWalk &way, double share) {
  const auto mix = [&](double &mean, double other) { mean += share * (other - mean); };
  mix(demand.instructions, way.instructions);
  mix(demand.requests,
      way.of(InstructionClass::global_load) + way.of(InstructionClass::global_store) + way.copies);
  mix(demand.quad_requests, way.quads);
  mix(demand.shared_words, way.shared_words);
  mix(demand.wavefronts, way.wavefronts);
}

// Further threads of the blocks of a launch, or of some of them, which take another way.
void add_threads(KernelDemand &demand, const ladder_kernel_counts &k) {
  const TripCounts trips = trips_of(demand.code, k);
  const SharedRows rows{k.shared_row, k.shared_pitch};
  const double all = demand.threads * demand.blocks,
               these = double(threads_of(k)) * double(k.blocks);
  mix_in(demand, walk(demand.code, with_turns(demand.code, trips, k.rounds), {}, rows),
         these / (all + these));
  demand.threads += threads_of(k);
  demand.persistent.push_back({warps_of(k), trips, rows});
}

// Pieces along y are handed out in their order, and the last one has what is left of the grid.
void cut_the_last(KernelDemand &demand, const ladder_kernel_counts &k) {
  const int pieces = (k.size[2] + k.tile[2] - 1) / k.tile[2];
  const int missing = pieces * k.tile[2] - k.size[2];
  if (missing == 0 || !k.loops) return;
  demand.short_blocks = double(k.blocks) / pieces;
  demand.short_share = 1 - missing / k.loop[0].turns;
}

// Sectors in which the rows of two blocks meet that go from plane to plane, each at its time.
void split_sectors(KernelDemand &demand, const ladder_kernel_counts &k) {
  if (!k.begins_anywhere || k.launches < 1 || k.rounds > 0 || k.tile[2] <= k.block[2]) return;
  const double ends = std::ceil(double(k.size[0]) / k.tile[0]) - 1,
               within_sector = 1 - k.begins_anywhere * float_bytes / sector_bytes;
  demand.split_sectors = within_sector * k.writes * ends * k.size[1] * k.size[2];
  demand.block_bytes =
      (k.fields_with_halo + k.reads + k.writes) * float_bytes * k.tile[0] * k.tile[1] * k.tile[2];
}

}  // namespace

double bytes_read_by_blocks(const ladder_kernel_counts &k) {
  const double z = std::min(k.tile[0], k.size[0]), x = std::min(k.tile[1], k.size[1]),
               y = std::min(k.tile[2], k.size[2]);
  double halo[3];  // on both sides, if the grid goes on there
  for (int axis = 0; axis < 3; ++axis)
    halo[axis] = k.size[axis] > k.tile[axis] ? 2.0 * k.halo[axis] : 0;
  // Bulk copies bring whole lines, as the counters say (counted.jsonl in
  // results/h100-80gb-hbm3/2026-11-23-predictions-sixth); for threads a row in z with the cells
  // next to it begins and ends somewhere in a sector.
  const int anywhere = k.begins_anywhere;
  const double of_box = std::min(double(k.box[0]) - k.halo[0], double(k.size[0]));
  const double with_halo = k.box[0]   ? lines_bytes(halo[0] / 2) + lines_bytes(of_box)
                           : anywhere ? row_bytes(z + halo[0], anywhere)
                                      : row_bytes(z, 0) + 2 * row_bytes(halo[0] / 2, 0);
  const double row = row_bytes(z, anywhere);
  double rim[3];
  for (int axis = 0; axis < 3; ++axis) rim[axis] = halo[axis] > 0 ? 2.0 * k.rim[axis] : 0;
  const double of_field = k.shape == LADDER_BOX
                              ? with_halo * (x + halo[1]) * (y + halo[2])
                              : with_halo * x * y + row * (x * halo[2] + halo[1] * y);
  const double own =
      (k.box[1] ? lines_bytes(rim[0] / 2) + lines_bytes(std::min(k.box[1] - k.rim[0], k.size[0]))
                : row) *
      (x + rim[1]) * (y + rim[2]);
  const double filled = std::min(1.0, double(k.size[0]) * k.size[1] * k.size[2] /
                                          (double(k.blocks) * z * x * y));  // of the last blocks
  return double(k.blocks) * filled * (k.fields_with_halo * of_field + k.reads * own) * share_of(k);
}

KernelDemand demand_of(const ladder_kernel_counts &k, const StageEntry &entry,
                       const CompiledBuild &build, double operations) {
  const CompiledKernel &kernel = kernel_named(build, entry.full_name(), k.name);
  KernelDemand demand;
  demand.kernel = k.name;
  demand.launches = k.launches;
  demand.blocks = double(k.blocks);
  demand.threads = threads_of(k);
  demand.registers = kernel.registers;
  demand.shared_bytes = kernel.shared_bytes + k.shared_bytes;
  demand.code = code_of(build.folder, entry.full_name(), k.name);
  demand.trips = trips_of(demand.code, k);
  demand.words = k.words;
  demand.shared_rows = {k.shared_row, k.shared_pitch};
  demand.keeps = k.rounds > 0;
  if (demand.keeps) {
    demand.persistent.push_back({warps_of(k), demand.trips, demand.shared_rows});
    demand.turns = k.rounds;
    demand.trips = with_turns(demand.code, demand.trips, k.rounds);
  } else if (k.launches < 1 && k.comes_ahead) {  // a pass of several steps
    demand.turns = persistent_turns(demand.code, demand.trips);
    demand.persistent.push_back(
        {warps_of(k), with_turns(demand.code, demand.trips, 1), demand.shared_rows});
  }
  const auto marching = marching_loop(demand.code, demand.trips);
  demand.marches = marching && k.launches >= 1 && k.comes_ahead == 1 && !k.warps_differ;
  if (demand.marches) {
    demand.trips.persistent = marching;
    demand.turns = persistent_turns(demand.code, demand.trips);
    demand.persistent.push_back(
        {warps_of(k), with_turns(demand.code, demand.trips, 1), demand.shared_rows});
  }
  if (k.comes_ahead == 1) cut_the_last(demand, k);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const int size = k.size[axis], tile = k.tile[axis], blocks = (size + tile - 1) / tile;
    demand.across[axis] = blocks;
    demand.within[axis] = 1 - double(blocks * tile - size) / tile;
  }
  const WarpWalk way = walk(demand.code, demand.trips, {}, demand.shared_rows);
  demand.instructions = way.instructions;
  if (demand.persistent.empty()) demand.phases = way.phases;
  demand.requests =
      way.of(InstructionClass::global_load) + way.of(InstructionClass::global_store) + way.copies;
  demand.shared_words = way.shared_words;
  demand.wavefronts = way.wavefronts;
  demand.barriers = way.barriers;
  demand.grid_barriers = k.grid_barriers;
  demand.copied_bytes = k.copied_bytes;
  demand.comes_ahead = k.comes_ahead;
  demand.planes = std::max(1, k.tile[2] / std::max(1, k.block[2]));
  demand.quad_requests = way.quads;
  demand.uniform_requests = std::min(k.uniform_accesses, demand.requests);
  // Threads whose cell is passed over ask for no more.
  demand.requests =
      demand.uniform_requests + share_of(k) * (demand.requests - demand.uniform_requests);
  demand.operations = operations;
  demand.words_in_a_row = std::min(32, k.block[0]);
  demand.row_bytes = std::max(sector_bytes, k.tile[0] * float_bytes);

  const double reads = k.fields_with_halo + k.reads;
  demand.reads = reads;
  demand.writes = k.writes;
  const double rounds = std::max(1.0, k.rounds);
  demand.fill_bytes = rounds * bytes_read_by_blocks(k);
  const double written = row_bytes(k.tile[0], k.begins_anywhere) / (k.tile[0] * float_bytes);
  demand.l2_bytes = demand.fill_bytes + rounds * written * k.writes * k.cells * float_bytes;
  demand.memory_bytes = rounds * (reads + k.writes) * k.cells * float_bytes;
  const double arrays = reads + k.writes - k.rewritten;
  // Rows begin at whole lines, and the cache keeps room for whole ones.
  const double row = k.size[0] * float_bytes;
  demand.working_set_bytes = arrays * k.cells * float_bytes * up(row, whole_line) / row;
  if (k.fields_with_halo && k.size[2] > k.tile[2]) {
    // Blocks are handed out plane by plane: each layer of blocks reads its neighbouring planes
    // again.
    const double plane = double(k.size[0]) * k.size[1] * float_bytes;
    const double again = k.halo[2] + k.reads * k.rim[2];
    demand.again_bytes = k.cells * float_bytes * 2 * again / k.tile[2];
    demand.again_distance = plane * (k.tile[2] + 2 * k.halo[2] + (arrays - 1) * k.tile[2]);
  }
  split_sectors(demand, k);
  demand.graph = k.in_graph;
  return demand;
}

StepDemand step_demand(const Case &c, const StageEntry &entry, const ladder_launch &launch,
                       const CompiledBuild &build, const Machine &machine) {
  const ladder_stage &stage = *entry.stage;
  if (stage.device != LADDER_ON_CUDA) throw UsageError("no GPU runs it");
  if (!entry.counts) throw UsageError("what it does is not declared");
  const int blocks = machine.device().multiprocessors;
  ladder_step_counts step = declared_step(c, entry, launch, machine, blocks);
  // How many blocks share the device follows from a kernel that is known only now.
  if (step.kernels > 0)
    step = declared_step(
        c, entry, launch, machine,
        blocks * blocks_a_multiprocessor(step.kernel[0], entry, build, machine.device()));
  const double operations = (stage.operations_per_point + stage.operations_per_tap * c.taps()) *
                            static_cast<double>(c.cells());
  StepDemand demand{{}, step.launch, {step.chunk, step.chunk + step.chunks}};
  if (step.chunks > 0) demand.steps_a_pass = step.steps_a_pass;
  for (int k = 0; k < step.kernels; ++k)
    if (k > 0 && step.kernel[k].launches == 0)
      add_threads(demand.kernels.back(), step.kernel[k]);
    else
      demand.kernels.push_back(demand_of(step.kernel[k], entry, build,
                                         k == 0 ? operations / step.kernel[0].launches : 0));
  return demand;
}

}  // namespace ladder
