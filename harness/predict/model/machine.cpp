#include "harness/predict/model/machine.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/error.h"

namespace ladder {

bool Machine::has(const std::string &name, std::optional<double> at) const {
  return std::ranges::any_of(record_.found.measured, [&](const MachineValue &m) {
    return m.name == name && (!at || m.at == *at);
  });
}

double Machine::value(const std::string &name, double at) const {
  const MachineValue *below = nullptr, *above = nullptr;
  for (const MachineValue &m : record_.found.measured) {
    if (m.name != name) continue;
    if (m.at <= at && (!below || m.at > below->at)) below = &m;
    if (m.at >= at && (!above || m.at < above->at)) above = &m;
  }
  if (!below && !above)
    throw FileError(fmt::format("the record of {} of {} has no '{}': run `ladder microbench` there",
                                record_.found.device.name, record_.time, name));
  if (!below || !above || below->at == above->at) return (below ? below : above)->value;
  const double share = (at - below->at) / (above->at - below->at);
  return below->value + share * (above->value - below->value);
}

}  // namespace ladder
