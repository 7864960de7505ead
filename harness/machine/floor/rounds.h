// A piece of work that is timed several times on some threads.
#pragma once
#include <functional>

namespace ladder {

void in_parallel(int threads, const std::function<void(int)> &work);

struct Rounds {
  double best_s = 1e30;  // until all threads are done
  double apart = 1e30;   // share from the best to the second; huge if another program had a core
};
// Five, or fewer: none follows once they are less than this apart. 0 asks for all five.
Rounds time_rounds(int threads, double agreement, const std::function<void(int)> &work);

}  // namespace ladder
