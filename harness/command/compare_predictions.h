#pragma once
#include <string>

namespace ladder {

// Predictions compared with measurements: each cell, the errors by regime, the ten worst.
void tell_predictions(const std::string &predictions, const std::string &records, bool json);

}  // namespace ladder
