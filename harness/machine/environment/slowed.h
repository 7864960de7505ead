// Whether a processor held its clocks back while something ran.
#pragma once
#include <string>

namespace ladder {

// Looks at the GPU's (with `device`) or the CPU's own report from construction to `why`.
class SlowedWatch {
 public:
  explicit SlowedWatch(bool device);
  std::string why() const;  // "power cap, thermal by software", or empty

 private:
  bool device_;
  unsigned long long host_events_ = 0;
  std::string before_;
};

}  // namespace ladder
