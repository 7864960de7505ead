// What a run takes over from an earlier one: new arrays cost new pages, and the locks on them.
#pragma once
#include "harness/bench/run/run.h"

namespace ladder {

// The arrays of the earlier run, as good as new: its guard zones were looked at.
inline bool takes_over(const std::vector<Array> &arrays, Run *earlier, Run &run) {
  if (!earlier || earlier->arrays.size() != arrays.size()) return false;
  for (std::size_t k = 0; k < arrays.size(); ++k)
    if (earlier->arrays[k]->size() != arrays[k].values) return false;
  run.arrays = std::move(earlier->arrays);
  run.locks = std::move(earlier->locks);
  for (auto &array : run.arrays) array->poison();
  return true;
}

}  // namespace ladder
