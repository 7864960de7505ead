// Rounding, flushing of denormal numbers and traps of this thread: what a stage changes does not
// stay.
#pragma once
#include <cfenv>

namespace ladder {

class FloatingPoint {
 public:
  FloatingPoint() { std::fegetenv(&kept_); }
  ~FloatingPoint() { restore(); }
  FloatingPoint(const FloatingPoint &) = delete;
  FloatingPoint &operator=(const FloatingPoint &) = delete;
  void restore() const { std::fesetenv(&kept_); }

 private:
  std::fenv_t kept_;
};

}  // namespace ladder
