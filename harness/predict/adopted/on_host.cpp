#include "harness/predict/adopted/on_host.h"

#include <algorithm>

namespace ladder {

OnHost on_host(const Machine &machine, const CountedStage &stage,
               const std::vector<KernelTime> &kernels, double original_s) {
  OnHost found;
  if (original_s <= 0 || !machine.has("host.bandwidth.all_cores")) return found;
  double bytes = 0, set = 0;
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    bytes +=
        stage.kernels[k].launches / double(stage.calls.size()) * kernels[k].demand.memory_bytes;
    set = std::max(set, kernels[k].demand.working_set_bytes);
  }
  found.cores = static_cast<int>(machine.value("host.cores"));
  const auto moves = [&](int cores) {
    const double each = set / cores;
    return bytes / std::min(machine.value("host.bandwidth.all_cores", each),
                            cores * machine.value("host.bandwidth.one_core", each));
  };
  const auto takes = [&](int cores) { return std::max(original_s / cores, moves(cores)); };
  found.one_s = takes(1);
  found.all_s = takes(found.cores);
  found.bound = moves(found.cores) > original_s / found.cores ? "memory" : "cores";
  constexpr double same = 1.05;
  found.useful = found.cores;
  while (found.useful > 1 && takes(found.useful - 1) < same * found.all_s) --found.useful;
  return found;
}

}  // namespace ladder
