// Which shot is next. Shots are handed out in their order, and come back in any; they are taken in
// their order again.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace ladder {

class ShotQueue {
 public:
  // Shots [first, end). A shot waits until fewer than `ahead` are between it and the last that was
  // taken: so no more than that many results are ever kept.
  ShotQueue(std::size_t first, std::size_t end, std::size_t ahead)
      : next_(first), taken_(first), end_(end), ahead_(ahead) {}

  // Waits for a shot to compute. None: all are done, or nothing is to be done any more.
  std::optional<std::size_t> next();
  // Without waiting. None: there is none now.
  std::optional<std::size_t> next_now();
  void done(std::size_t shot, std::vector<float> result);
  // Nobody has begun it: somebody else gets it.
  void put_back(std::size_t shot);
  // Whoever had it is gone: somebody else gets it. Returns how often that has happened to this
  // shot.
  int give_back(std::size_t shot);
  void stop();

  // The result of the next shot in their order. None: it did not come within so many seconds, or
  // nothing comes any more.
  std::optional<std::vector<float>> take(double seconds);
  bool all_taken();

 private:
  // Under the lock.
  bool has_one() const;
  std::optional<std::size_t> first();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_, taken_, end_, ahead_;
  std::set<std::size_t> again_;
  std::map<std::size_t, int> lost_;
  std::map<std::size_t, std::vector<float>> early_;
  bool stopped_ = false;
};

// How long each worker has been at its shot, and how long it may be. Times are passed in [s], on
// any clock.
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
