#include "harness/run/descendants.h"

#include <sys/wait.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>

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

std::vector<pid_t> stop_with_descendants(pid_t child) {
  kill(child, SIGSTOP);
  siginfo_t stopped{};
  waitid(P_PID, static_cast<id_t>(child), &stopped, WSTOPPED | WEXITED | WNOWAIT);
  std::vector<pid_t> known;
  // Once more after each round: one that ran may have started another.
  for (auto now = descendants_of(child); now != known; now = descendants_of(child)) {
    known = now;
    for (const pid_t one : known) kill(one, SIGSTOP);
  }
  return known;
}

}  // namespace ladder
