// `ladder predict` in the folder of an adopted routine.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/options/choose.h"
#include "harness/predict/model/machine.h"

namespace ladder {

struct AdoptedAsked {
  std::vector<int> sizes;  // of calls; none: the recorded one, or that of [scale]
  bool drawn = false;      // calls of drawn inputs, as they are timed, for the recorded ones
  bool json = false;
};
// Runs the CUDA stages on the recorded calls in the emulation, and prints what a GPU would give.
// `machine` is the name of its folder in results/.
Exit predict_adopted(const StagesOfCase &, const Machine &, const std::string &machine,
                     const AdoptedAsked &);

}  // namespace ladder
