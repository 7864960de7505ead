#include "harness/bench/run/watchdog.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "harness/base/error.h"

namespace ladder {

Watchdog::Watchdog(const std::string &what, double limit_s) {
  thread_ = std::thread([this, what, limit_s] {
    sigset_t all;  // signals are for the thread that measures
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    std::unique_lock lock(mutex_);
    if (done_.wait_for(lock, std::chrono::duration<double>(limit_s), [this] { return finished_; }))
      return;
    fmt::print(stderr,
               "\nladder: stage '{}' did not return within {:g} s (--hang-limit), so the program "
               "ends. Its records are kept; with --isolate only the row of this stage is lost\n",
               what, limit_s);
    _exit(static_cast<int>(Exit::device));
  });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  done_.notify_one();
  thread_.join();
}

}  // namespace ladder
