#include "harness/machine/environment/cpu.h"

#include <sched.h>
#include <unistd.h>

#include <fstream>

namespace ladder {
namespace {

// The rest of the first line that begins with `key`, behind ':' or '='.
std::string value_in(const char *file, const std::string &key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto at = line.find_first_of(":=");
    if (at == std::string::npos) continue;
    std::string value = line.substr(at + 1);
    value.erase(0, value.find_first_not_of(" \t\""));
    value.erase(value.find_last_not_of(" \t\"") + 1);
    return value;
  }
  return "";
}

std::string first_line(const char *file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace

void read_host(Environment &e) {
  e.os = value_in("/etc/os-release", "PRETTY_NAME");
  e.cpu = value_in("/proc/cpuinfo", "model name");
  e.governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  e.cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  e.affinity = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : e.cores;
  e.memory_bytes = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  std::ifstream("/proc/loadavg") >> e.load;
}

}  // namespace ladder
