// Ends the program when a stage that runs in it does not come back.
#pragma once
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace ladder {

// Watches from its construction to its destruction. When `limit_s` has passed, says on standard
// error that `what` hangs and ends the program with Exit::device: records are on disk by then.
class Watchdog {
 public:
  Watchdog(const std::string &what, double limit_s);
  ~Watchdog();
  Watchdog(const Watchdog &) = delete;
  Watchdog &operator=(const Watchdog &) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace ladder
