#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "harness/bench/run/descendants.h"

namespace ladder {
namespace {

using Clock = std::chrono::steady_clock;

TEST(IdleThreads, AThreadThatSpinsIsWaitedFor) {
  std::atomic<bool> began = false, spins = true, leave = false;
  std::thread other([&] {
    const auto end = Clock::now() + std::chrono::milliseconds(2);
    began = true;
    while (Clock::now() < end) {
    }
    spins = false;
    leave.wait(false);
  });
  while (!began) std::this_thread::yield();
  wait_for_idle_threads();
  EXPECT_FALSE(spins);
  leave = true;
  leave.notify_all();
  other.join();
}

TEST(IdleThreads, AThreadThatSpinsForEverIsNotWaitedForEver) {
  std::atomic<bool> leave = false;
  std::thread other([&] {
    while (!leave) {
    }
  });
  wait_for_idle_threads();
  leave = true;
  other.join();
}

}  // namespace
}  // namespace ladder
