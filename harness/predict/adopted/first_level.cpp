#include "harness/predict/adopted/first_level.h"

#include <algorithm>
#include <cmath>

#include "harness/predict/model/occupancy.h"

namespace ladder {
namespace {

// Shared memory has the rest.
constexpr double bytes_of_both = 256 << 10;

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

double FirstLevel::missed(const CountedKernel &kernel) const {
  double all = kernel.block_sectors;
  for (std::size_t k = 0; k < kernel.again.size(); ++k) {
    const double least = std::exp2(double(k));
    all += kernel.again[k] * std::clamp((2 * least - lines_) / least, 0.0, 1.0);
  }
  return all;
}

double FirstLevel::misses(double own_bytes) const {
  const double needed = own_bytes * threads_, here = lines_ * line_bytes;
  return needed > here ? 1 - here / needed : 0;
}

}  // namespace ladder
