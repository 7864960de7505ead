#include "harness/bench/run/descendants.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

namespace ladder {

std::vector<std::string> stat_of(const std::filesystem::path &process) {
  std::ifstream file(process / "stat");
  std::string text;
  std::getline(file, text);
  const auto end = text.rfind(')');  // the name may hold anything
  if (end == std::string::npos) return {};
  std::istringstream words(text.substr(end + 1));
  std::vector<std::string> fields;
  for (std::string word; fields.size() < 15 && words >> word;) fields.push_back(word);
  return fields;
}

namespace {

// The parent of every process of this machine. Zombies are left out: they compute nothing.
std::multimap<pid_t, pid_t> children_of_all() {
  namespace fs = std::filesystem;
  std::multimap<pid_t, pid_t> children;
  std::error_code ignored;
  for (const auto &entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto stat = stat_of(entry.path());
    if (stat.size() > 1 && stat[0] != "Z") children.emplace(std::stoi(stat[1]), std::stoi(name));
  }
  return children;
}

// Whether the state of any thread of a process is such, `but` left out.
bool any_thread(const std::string &process, const std::function<bool(char state)> &is_such,
                const std::string &but = "") {
  std::error_code gone;
  for (const auto &thread :
       std::filesystem::directory_iterator("/proc/" + process + "/task", gone)) {
    if (thread.path().filename() == but) continue;
    const auto stat = stat_of(thread.path());
    if (!stat.empty() && is_such(stat[0][0])) return true;
  }
  return false;
}

// All its threads are stopped or have ended; after a second at the latest.
void wait_until_it_stands(pid_t process) {
  const auto runs = [](char state) { return !std::strchr("TtZXx", state); };
  for (int tries = 0; tries < 10000 && any_thread(std::to_string(process), runs); ++tries)
    usleep(100);
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

void wait_for_idle_threads() {
  const auto runs = [](char state) { return state == 'R'; };
  const std::string own = std::to_string(gettid());
  for (int tries = 0; tries < 20 && any_thread("self", runs, own); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace ladder
