// Whether the results of an emulated CUDA stage were made by its kernels.
#pragma once
#include <string>
#include <vector>

#include "harness/bench/run/run.h"

namespace ladder {

// Looks at one run: at its beginning, and when it is done.
class DeviceWork {
 public:
  DeviceWork(const Case &, const StageEntry &);
  void begin(const Run &);
  // In words where a stage of a device computed on the host; empty: it did not, or it is no
  // emulated stage.
  std::string defect(const Run &) const;

 private:
  const Case &c_;
  const StageEntry &entry_;
  std::vector<std::vector<float>> before_;
  std::size_t delivered_ = 0;
};

}  // namespace ladder
