// Speeds of main memory in the user's cache folder: to measure them takes longer than many a
// command.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/formats/new_file.h"
#include "harness/machine/floor/speeds.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;
constexpr double longest_s = 3600;
constexpr const char *kind = "speeds of main memory";

// A session on some of the cores must not displace that of all. Empty: no folder is known.
fs::path kept_file(int threads) {
  const auto folder_of = [](const char *name) {
    const char *value = std::getenv(name);
    const fs::path folder = value ? value : "";
    return folder.is_absolute() ? folder : fs::path();
  };
  fs::path folder = folder_of("XDG_CACHE_HOME");
  if (const fs::path home = folder_of("HOME"); folder.empty() && !home.empty())
    folder = home / ".cache";
  const std::string name = "memory-speeds-" + std::to_string(threads) + ".json";
  return folder.empty() ? folder : folder / "ladder" / name;
}

std::string text_of(const fs::path &path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return "";  // opening a named pipe may wait for ever
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A home may be shared by hosts: each has another name for each of its boots.
std::string this_boot() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string name;
  std::getline(file, name);
  return name;
}

double since_boot_s() { return 1e-9 * double(ns_of_clock(CLOCK_BOOTTIME)); }

std::optional<MemorySpeeds> kept(const std::string &boot, int threads) try {
  const Json file = Json::parse(text_of(kept_file(threads)));
  MemorySpeeds speeds{.copy_bytes_per_s = file.at("copy_bytes_per_s"),
                      .read_bytes_per_s = file.at("read_bytes_per_s"),
                      .age_s = since_boot_s() - file.at("since_boot_s").get<double>(),
                      .steady = true};
  const bool fits = file.at("kind") == kind && file.at("boot") == boot && speeds.age_s > 0 &&
                    speeds.age_s <= longest_s && speeds.copy_bytes_per_s > 0 &&
                    speeds.read_bytes_per_s > 0;
  return fits ? std::optional(speeds) : std::nullopt;
} catch (const Json::exception &) {
  return std::nullopt;
}

// Whatever hinders: the next session measures them again.
void keep(const MemorySpeeds &speeds, const std::string &boot, int threads) try {
  const fs::path path = kept_file(threads);
  if (path.empty()) return;
  if (const std::string old = text_of(path); !old.empty() && Json::parse(old).at("kind") != kind)
    return;  // somebody's own
  fs::create_directories(path.parent_path());
  const Json file = {{"kind", kind},
                     {"boot", boot},
                     {"since_boot_s", since_boot_s()},
                     {"copy_bytes_per_s", speeds.copy_bytes_per_s},
                     {"read_bytes_per_s", speeds.read_bytes_per_s}};
  write_whole(path, file.dump() + "\n", true);
} catch (const Json::exception &) {
} catch (const fs::filesystem_error &) {
} catch (const FileError &) {
}

}  // namespace

MemorySpeeds memory_speeds_now(int threads, MeasureMemory measure) {
  const MemorySpeeds speeds = measure(threads);
  if (const std::string boot = this_boot(); !boot.empty() && speeds.steady)
    keep(speeds, boot, threads);
  return speeds;
}

MemorySpeeds memory_speeds_of_this_hour(int threads, MeasureMemory measure) {
  const std::string boot = this_boot();
  if (!boot.empty())
    if (const auto speeds = kept(boot, threads)) return *speeds;
  return memory_speeds_now(threads, measure);
}

}  // namespace ladder
