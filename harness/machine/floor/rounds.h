// A piece of work that is timed several times on some threads.
#pragma once
#include <functional>

namespace ladder {

void in_parallel(int threads, const std::function<void(int)> &work);

struct Rounds {
  double best_s = 1e30;  // until all threads are done
  bool agree = false;    // see below
};
// Five, or fewer: none follows once the best had the cores for itself, and the second best differs from it by less than
// this share. 0 asks for all five.
Rounds time_rounds(int threads, double agreement, const std::function<void(int)> &work);

}  // namespace ladder
