#include "harness/predict/model/errors.h"

#include <algorithm>
#include <cmath>

#include "harness/base/statistics/statistics.h"

namespace ladder {

PredictionErrors errors_of(const std::vector<Predicted> &cells) {
  PredictionErrors errors;
  if (cells.empty()) return errors;
  std::vector<double> absolute;
  for (const Predicted &cell : cells) {
    absolute.push_back(std::abs(cell.error()));
    errors.mean += absolute.back() / static_cast<double>(cells.size());
    errors.bias += cell.error() / static_cast<double>(cells.size());
  }
  errors.median = median(absolute);
  errors.most = *std::max_element(absolute.begin(), absolute.end());
  errors.within_10_percent =
      static_cast<double>(std::count_if(absolute.begin(), absolute.end(),
                                        [](double each) { return each <= 0.1; })) /
      static_cast<double>(cells.size());
  return errors;
}

std::vector<Predicted> worst_of(std::vector<Predicted> cells, std::size_t count) {
  std::stable_sort(cells.begin(), cells.end(), [](const Predicted &a, const Predicted &b) {
    return std::abs(a.error()) > std::abs(b.error());
  });
  cells.resize(std::min(count, cells.size()));
  return cells;
}

}  // namespace ladder
