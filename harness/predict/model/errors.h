// How far predictions are from measurements.
#pragma once
#include <string>
#include <vector>

namespace ladder {

struct Predicted {
  std::string what;  // names the cell
  double predicted = 0, measured = 0;

  double error() const { return predicted / measured - 1; }  // signed, a fraction
};

struct PredictionErrors {
  double mean = 0, median = 0, most = 0;  // of the absolute errors, fractions
  double bias = 0;                        // the mean of the signed errors
  double within_10_percent = 0;           // a share of the cells
};
// Of no cell, all are 0.
PredictionErrors errors_of(const std::vector<Predicted> &);

// The `count` cells with the largest absolute errors, the worst first.
std::vector<Predicted> worst_of(std::vector<Predicted>, std::size_t count);

}  // namespace ladder
