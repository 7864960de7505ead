#include "harness/predict/adopted/first_level.h"

#include <algorithm>
#include <cmath>

#include "harness/predict/model/occupancy.h"

namespace ladder {
namespace {

// Shared memory has the rest.
constexpr double bytes_of_both = 256 << 10;
// Lines that are read in turn all hit up to this share of the cache, and all miss from all of it
// on: on one H200 of 1,536 lines none misses, of 1,792 a quarter, of 2,048 all.
constexpr double full = 0.78;
constexpr double octaves = 16;  // of distances

}  // namespace

FirstLevel::FirstLevel(const DeviceLimits &device, const KernelDemand &demand) {
  const double most =
      occupancy(device, demand.registers, demand.shared_bytes, demand.threads).blocks;
  const double residents =
      std::max(1.0, std::min(most, std::ceil(demand.blocks / device.multiprocessors)));
  const double bytes =
      bytes_of_both - residents * (demand.shared_bytes + device.reserved_bytes_a_block);
  lines_ = bytes / line_bytes / residents;
  threads_ = residents * demand.threads;
}

double FirstLevel::beyond(const std::vector<double> &distances) const {
  const double bins = double(distances.size()) / octaves;  // of each
  double all = 0;
  for (std::size_t k = 0; k < distances.size(); ++k) {
    const double lines = (std::exp2(double(k) / bins) + std::exp2(double(k + 1) / bins)) / 2;
    all += distances[k] * std::clamp((lines / lines_ - full) / (1 - full), 0.0, 1.0);
  }
  return all;
}

double FirstLevel::missed(const CountedKernel &kernel) const {
  return kernel.block_sectors + beyond(kernel.again);
}

std::vector<double> FirstLevel::missing(const CountedKernel &kernel) const {
  const auto share = [&](double loads) {
    return std::min(1.0, loads / std::max(1.0, kernel.loads));
  };
  const double gone = share(beyond(kernel.slowest));
  std::vector<double> found;
  for (const double fresh : kernel.fresh_together)
    found.push_back(1 - (1 - share(fresh)) * std::pow(1 - gone, std::exp2(double(found.size()))));
  return found;
}

double FirstLevel::in_turn(const CountedKernel &kernel) const {
  const double warps = std::ceil(threads_ / 32.0) * kernel.busy_warps /
                       std::max(1.0, kernel.busy_blocks * std::ceil(kernel.threads() / 32.0));
  return std::max(0.0, kernel.first_level_cycles - kernel.requests) /
         (std::max(1.0, kernel.loads) * std::max(1.0, warps));
}

LanesApart lanes_apart(const Machine &machine, const CountedKernel &kernel, double missed,
                       double blocks) {
  if (!machine.has("sector.read")) return {};
  const double processors = machine.device().multiprocessors;
  // Each takes its own way; what all of them ask for comes from one second-level cache.
  const auto cycles = [&](const char *all, const char *alone, double sectors, double lines) {
    if (sectors <= 0) return 0.0;
    const double in_line = sectors / lines;
    return std::max(machine.value(alone, in_line),
                    machine.value(all, in_line) * std::min(1.0, blocks / processors));
  };
  const double read =
      cycles("sector.read", "sector.read_alone", kernel.load_sectors, kernel.load_lines);
  const double write =
      cycles("sector.write", "sector.write_alone", kernel.store_sectors, kernel.store_lines);
  constexpr double of_neighbours = 4;  // sectors
  return {missed * read + kernel.store_sectors * write,
          std::max(0.0, kernel.load_sectors / std::max(1.0, kernel.loads) - of_neighbours) * read};
}

double FirstLevel::misses(double own_bytes) const {
  const double needed = own_bytes * threads_, here = lines_ * line_bytes;
  return needed > here ? 1 - here / needed : 0;
}

}  // namespace ladder
