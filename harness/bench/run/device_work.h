// Whether the results of an emulated CUDA stage were made by its kernels.
#pragma once
#include <string>
#include <vector>

#include "harness/bench/run/run.h"

namespace ladder {

// The context that CUDA makes for a process at its first use of a device.

// Makes it in a thread of its own, while the caller reads its inputs: it takes a second or more.
// Without a device, or without CUDA, nothing happens; whoever needs the device finds out by itself.
void make_device_context_meanwhile();

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
