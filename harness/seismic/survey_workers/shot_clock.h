// How long each worker has been at its shot, and how long it may be. Times are passed in [s], on
// any clock.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace ladder {

class ShotClock {
 public:
  // Without a limit [s] it follows from the shots that are done: so many times their median, and
  // never less than this many seconds. Before the first is done nobody knows what a shot takes, and
  // there is none.
  static constexpr double medians = 10, least_s = 60;

  ShotClock(std::size_t workers, std::optional<double> limit_s)
      : begin_(workers), asked_(limit_s) {}

  void begins(std::size_t worker, double now) { begin_.at(worker) = now; }
  void done(std::size_t worker, double now);
  void lost(std::size_t worker) { begin_.at(worker).reset(); }
  std::optional<double> limit_s() const;
  std::vector<std::size_t> late(double now) const;  // the workers that are beyond the limit

 private:
  std::vector<std::optional<double>> begin_;  // of each worker's shot; none: it has no shot
  std::optional<double> asked_;
  std::vector<double> taken_;  // [s] by the shots that are done, ascending
};

}  // namespace ladder
