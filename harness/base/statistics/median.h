// The middle of a set of samples.
#pragma once
#include <vector>

namespace ladder {

// The mean of the two middle values where their number is even. 0 without samples.
double median(std::vector<double> samples);

}  // namespace ladder
