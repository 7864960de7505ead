#include "harness/predict/model/declared_step.h"

#include "harness/base/error.h"

namespace ladder {

ladder_step_counts declared_step(const Case &c, const StageEntry &entry,
                                 const ladder_launch &launch, const Machine &machine,
                                 int blocks_at_once) {
  const DeviceLimits &device = machine.device();
  ladder_step_counts step{};
  step.device = {static_cast<std::int32_t>(device.shared_bytes_a_block), device.multiprocessors,
                 blocks_at_once};
  step.in_clusters[1] = device.multiprocessors;
  for (int n = 2; n <= LADDER_MOST_CLUSTER; ++n)
    if (machine.has("cluster.multiprocessors", n))
      step.in_clusters[n] = static_cast<int>(machine.value("cluster.multiprocessors", n));
  step.launch = launch;
  if ((*entry.counts)(c.stage_view().get(), &launch, &step) != LADDER_OK)
    throw UsageError("it refuses this case or launch, or does not declare what it does there");
  return step;
}

}  // namespace ladder
