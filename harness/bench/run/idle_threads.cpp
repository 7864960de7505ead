#include "harness/bench/run/idle_threads.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace ladder {
namespace {

bool another_thread_runs() {
  std::error_code problem;
  const std::string own = std::to_string(gettid());
  for (const auto &thread : std::filesystem::directory_iterator("/proc/self/task", problem)) {
    if (thread.path().filename() == own) continue;
    std::ifstream file(thread.path() / "stat");
    std::string line;
    std::getline(file, line);
    // "number (name) state ...", and a name may hold anything.
    const auto name_ends = line.rfind(')');
    if (name_ends != std::string::npos && line.compare(name_ends, 3, ") R") == 0) return true;
  }
  return false;
}

}  // namespace

void wait_for_idle_threads() {
  for (int tries = 0; tries < 20 && another_thread_runs(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace ladder
