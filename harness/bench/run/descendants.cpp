#include "harness/bench/run/descendants.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace ladder {
namespace {

// The parent of every process of this machine. Zombies are left out: they compute nothing.
std::multimap<pid_t, pid_t> children_of_all() {
  namespace fs = std::filesystem;
  std::multimap<pid_t, pid_t> children;
  std::error_code ignored;
  for (const auto &entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename();
    pid_t pid = 0, parent = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ptr !=
        name.data() + name.size())
      continue;
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    std::getline(file, stat);
    // "pid (command) state parent ...": the command may hold anything.
    const auto end = stat.rfind(')');
    if (end == std::string::npos || end + 4 >= stat.size() || stat[end + 2] == 'Z') continue;
    std::from_chars(stat.data() + end + 4, stat.data() + stat.size(), parent);
    children.emplace(parent, pid);
  }
  return children;
}

}  // namespace

std::vector<pid_t> descendants_of(pid_t process) {
  const auto children = children_of_all();
  std::vector<pid_t> found;
  const auto add = [&](pid_t parent) {
    const auto [first, last] = children.equal_range(parent);
    for (auto it = first; it != last; ++it) found.push_back(it->second);
  };
  add(process);
  for (std::size_t i = 0; i < found.size(); ++i) add(found[i]);
  std::ranges::sort(found);
  return found;
}

namespace {

bool thread_stands(const std::filesystem::path &thread) {
  std::ifstream file(thread / "stat");
  std::string stat;
  std::getline(file, stat);
  const auto end = stat.rfind(')');  // of a name that may hold anything
  return end == std::string::npos || end + 2 >= stat.size() ||
         std::string("TtZXx").find(stat[end + 2]) != std::string::npos;
}

// All its threads are stopped or have ended; after a second at the latest.
void wait_until_it_stands(pid_t process) {
  namespace fs = std::filesystem;
  for (int tries = 0; tries < 10000; ++tries) {
    std::error_code gone;
    bool all = true;
    for (const auto &thread :
         fs::directory_iterator("/proc/" + std::to_string(process) + "/task", gone))
      all = all && thread_stands(thread.path());
    if (all) return;
    usleep(100);
  }
}

}  // namespace

std::vector<pid_t> stop_with_helpers(pid_t child,
                                     const std::function<std::vector<pid_t>()> &helpers) {
  kill(child, SIGSTOP);
  wait_until_it_stands(child);
  std::vector<pid_t> known;
  // Once more after each round: one that ran may have started another. Who goes on for ever has
  // helpers to be found.
  auto now = helpers();
  for (int round = 0; now != known && round < 100; ++round, now = helpers()) {
    known = now;
    for (const pid_t one : known) kill(one, SIGSTOP);
  }
  return known;
}

}  // namespace ladder
