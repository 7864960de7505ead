// The settings of OpenMP that come from outside and decide how long threads take.
#pragma once
#include <string>
#include <vector>

namespace ladder {

// "OMP_NUM_THREADS=4", of variables that say how many threads there are, where they run and how
// they wait.
std::vector<std::string> openmp_settings();
// A sentence if threads are configured to sleep wherever they wait, and what to do; otherwise
// empty.
std::string why_threads_are_slow(const std::vector<std::string> &settings);

}  // namespace ladder
