// The binomial distribution.
#pragma once
#include <cstddef>

namespace ladder {

// Probability that at least `wanted` > 0 of n draws fall among `favourable` of n values.
double at_least(std::size_t wanted, std::size_t favourable, std::size_t n);

}  // namespace ladder
