#include "harness/base/free_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace ladder {

namespace fs = std::filesystem;
namespace {

// Where a version of control groups has its numbers.
struct Group {
  const char *mount, *limit, *usage;
  const char *cache[2];  // lines of memory.stat: pages of files, which the kernel gives back
};
constexpr Group version_1 = {"/sys/fs/cgroup/memory",
                             "memory.limit_in_bytes",
                             "memory.usage_in_bytes",
                             {"total_inactive_file", "total_active_file"}};
constexpr Group version_2 = {
    "/sys/fs/cgroup", "memory.max", "memory.current", {"inactive_file", "active_file"}};

// Empty where the file is missing or says "max".
std::optional<std::uint64_t> number_in(const fs::path &file) {
  std::uint64_t value = 0;
  if (std::ifstream in(file); in >> value) return value;
  return std::nullopt;
}

std::uint64_t number_behind(const fs::path &file, const std::string &word) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string key;
    std::uint64_t value = 0;
    if (words >> key >> value && key == word) return value;
  }
  return 0;
}

void take_least(FreeMemory &free, std::uint64_t bytes, const char *why) {
  if (bytes < free.bytes) free = {bytes, why};
}

void look_at_group(const fs::path &folder, const Group &group, FreeMemory &free) {
  const auto limit = number_in(folder / group.limit), usage = number_in(folder / group.usage);
  if (!limit || !usage) return;
  std::uint64_t used = *usage;
  for (const char *cache : group.cache)
    used -= std::min(used, number_behind(folder / "memory.stat", cache));
  take_least(free, *limit > used ? *limit - used : 0, "in the control group of this process");
}

// The group of this process and all above it. In a container the mount may begin at its own group,
// so that the path in /proc does not exist: the mount itself is always looked at.
void look_at_groups(const fs::path &mount, const fs::path &path, const Group &group,
                    FreeMemory &free) {
  for (fs::path at = path.relative_path();; at = at.parent_path()) {
    look_at_group(mount / at, group, free);
    if (at.empty()) return;
  }
}

}  // namespace

FreeMemory free_memory(const std::string &root) {
  FreeMemory free{UINT64_MAX, ""};
  if (const auto kib = number_behind(root + "/proc/meminfo", "MemAvailable:"))
    take_least(free, kib * 1024, "in the memory of this machine");

  // Lines such as "4:memory:/a/b" (version 1) and "0::/a/b" (version 2).
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1),
                      path = line.substr(second + 1);
    if (controllers.empty())
      look_at_groups(root + version_2.mount, path, version_2, free);
    else if (("," + controllers + ",").find(",memory,") != std::string::npos)
      look_at_groups(root + version_1.mount, path, version_1, free);
  }

  rlimit space{};
  std::uint64_t pages = 0;
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
    if (std::ifstream in("/proc/self/statm"); in >> pages) {
      const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
      take_least(free, space.rlim_cur > used ? space.rlim_cur - used : 0,
                 "in the address space of this process (ulimit -v)");
    }
  }
  return free;
}

}  // namespace ladder
