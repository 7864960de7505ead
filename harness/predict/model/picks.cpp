#include "harness/predict/model/picks.h"

#include <algorithm>

namespace ladder {

std::vector<Pick> picks_of(const std::vector<ComparedCell> &cells, int least_launches) {
  std::vector<std::pair<std::string, std::vector<const ComparedCell *>>> groups;
  for (const ComparedCell &cell : cells) {
    auto group =
        std::ranges::find(groups, cell.of_launches, [](const auto &one) { return one.first; });
    if (group == groups.end()) group = groups.insert(group, {cell.of_launches, {}});
    group->second.push_back(&cell);
  }
  std::vector<Pick> picks;
  for (const auto &[what, launches] : groups) {
    if (static_cast<int>(launches.size()) < least_launches) continue;
    const auto predicted = [](const ComparedCell *cell) { return cell->times.predicted; };
    const auto measured = [](const ComparedCell *cell) { return cell->times.measured; };
    const ComparedCell &picked = **std::ranges::min_element(launches, {}, predicted),
                       &best = **std::ranges::min_element(launches, {}, measured);
    picks.push_back({what, picked.launch, best.launch, static_cast<int>(launches.size()),
                     picked.times.measured / best.times.measured - 1});
  }
  return picks;
}

}  // namespace ladder
