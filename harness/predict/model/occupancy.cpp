#include "harness/predict/model/occupancy.h"

#include <algorithm>

namespace ladder {
namespace {

constexpr int warp_size = 32, registers_a_piece = 256, parts = 4;
constexpr double shared_bytes_a_piece = 128;

int rounded_up(int value, int multiple) { return (value + multiple - 1) / multiple * multiple; }

// Blocks of 256 threads that end in a cycle, when so many share a multiprocessor.
std::optional<double> rate_of(const MachineRecord &machine, int residents) {
  double best = 0;
  for (const MachineValue &m : machine.found.measured)
    if (m.name == "residence.memory.3_to_1" && m.at <= residents && m.value > 0)
      best = std::max(best, m.at / m.value);
  return best > 0 ? std::optional(best) : std::nullopt;
}

}  // namespace

Occupancy occupancy(const DeviceLimits &device, int registers, double shared_bytes, int threads) {
  const int warps = std::max(1, rounded_up(threads, warp_size) / warp_size);
  struct Limit {
    const char *name;
    int blocks;
  };
  Limit limits[] = {{"threads", device.threads_a_multiprocessor / (warps * warp_size)},
                    {"blocks", device.blocks_a_multiprocessor},
                    {"registers", device.blocks_a_multiprocessor},
                    {"shared memory", device.blocks_a_multiprocessor}};
  if (registers > 0) {
    const int of_a_warp = rounded_up(registers * warp_size, registers_a_piece);
    limits[2].blocks = device.registers_a_multiprocessor / parts / of_a_warp * parts / warps;
  }
  const double shared =
      (static_cast<int>((shared_bytes + shared_bytes_a_piece - 1) / shared_bytes_a_piece)) *
          shared_bytes_a_piece +
      device.reserved_bytes_a_block;
  if (shared_bytes > 0)
    limits[3].blocks = static_cast<int>(device.shared_bytes_a_multiprocessor / shared);
  const Limit &least =
      *std::ranges::min_element(limits, {}, [](const Limit &each) { return each.blocks; });
  const int most = device.threads_a_multiprocessor / warp_size;
  return {least.blocks, least.blocks * warps, most ? double(least.blocks * warps) / most : 0,
          least.name};
}

std::optional<DeviceLimits> limits_of_architecture(const std::string &architecture) {
  // The CUDA programming guide's table of compute capabilities.
  DeviceLimits device;
  device.name = architecture;
  device.registers_a_multiprocessor = 65536;
  device.reserved_bytes_a_block = 1024;
  if (architecture == "sm_80" || architecture == "sm_90") {
    device.compute_major = architecture == "sm_80" ? 8 : 9;
    device.threads_a_multiprocessor = 2048;
    device.blocks_a_multiprocessor = 32;
    device.shared_bytes_a_multiprocessor = architecture == "sm_80" ? 164 * 1024 : 228 * 1024;
    return device;
  }
  return std::nullopt;
}

std::optional<double> slower_by_occupancy(const MachineRecord &machine, int before, int now) {
  const auto old = rate_of(machine, before), recent = rate_of(machine, now);
  if (!old || !recent) return std::nullopt;
  return *old / *recent - 1;
}

}  // namespace ladder
