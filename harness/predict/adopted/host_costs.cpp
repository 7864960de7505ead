#include "harness/predict/adopted/host_costs.h"

#include <algorithm>

namespace ladder {

Way way_of(const Machine &machine) {
  const double rest =
      std::max(0.0, machine.value("launch.waited_for") - machine.value("launch.host_call") -
                        machine.value("launch.graph"));
  return {rest * 2 / 3, rest / 3};
}

HostCosts host_costs(const Machine &machine) {
  const double launch = machine.value("launch.host_call");
  const char *const behind = "call.launches_behind_copies";
  if (!machine.has(behind))
    return {busy_host * launch, busy_host * launch, launch, begin_of_call, begin_of_call};
  const auto each = [&](double few, double many) {
    return (machine.value(behind, many) - machine.value(behind, few)) / (many - few);
  };
  constexpr int kernels = 8;  // that it launches in turn
  const double fresh = each(1, kernels);
  const Way way = way_of(machine);
  const auto begin = [&](const char *waited_for) {
    return std::max(0.0, machine.value(waited_for, 1) - fresh - way.to - way.back -
                             machine.value("launch.graph"));
  };
  const char *const launches = "call.launches_waited_for", *const graph = "call.graph_waited_for";
  return {fresh, each(kernels, until_warm), each(512, 4096), begin(launches),
          begin(machine.has(graph) ? graph : launches)};
}

}  // namespace ladder
