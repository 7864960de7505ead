#include "harness/predict/microbench/rounds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "harness/predict/microbench/statistics.h"

namespace ladder {

Microbenchmarks median_of(const std::vector<Microbenchmarks> &rounds) {
  if (rounds.empty()) throw std::invalid_argument("no round was measured");
  Microbenchmarks all;
  all.device = rounds.front().device;
  std::map<std::pair<std::string, double>, std::vector<MachineValue>> found;
  for (const Microbenchmarks &round : rounds)
    for (const MachineValue &one : round.measured) {
      std::vector<MachineValue> &same = found[{one.name, one.at}];
      if (same.empty()) all.measured.push_back(one);
      same.push_back(one);
    }
  for (MachineValue &one : all.measured) {
    std::vector<double> values, uncertainties;
    one.samples = 0;
    for (const MachineValue &each : found[{one.name, one.at}]) {
      values.push_back(each.value), uncertainties.push_back(each.uncertainty);
      one.samples += each.samples;
    }
    const double own = estimate(uncertainties, 0).value;
    const Estimate over_rounds = estimate(values, std::sqrt(3.0) * own);
    one.value = over_rounds.value, one.uncertainty = over_rounds.uncertainty;
  }
  for (const NotMeasured &group : rounds.front().not_measured)
    if (std::ranges::all_of(rounds, [&](const Microbenchmarks &round) {
          return std::ranges::count(round.not_measured, group.group, &NotMeasured::group) > 0;
        }))
      all.not_measured.push_back(group);
  return all;
}

}  // namespace ladder
