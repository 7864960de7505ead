// What a stage must do for a case, without any word about how.
#pragma once

namespace ladder {

struct Work {
  double points = 0, steps = 0;        // computed in each of the steps
  double multiply_adds_per_point = 0;  // at least
  double bytes_in = 0,
         bytes_out = 0;  // that cross from host to device and back in the whole run, at least
  bool on_device = false;
};

}  // namespace ladder
