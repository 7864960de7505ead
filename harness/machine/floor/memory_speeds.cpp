#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/formats/new_file.h"
#include "harness/machine/floor/speeds.h"

namespace ladder {

MemorySpeeds measure_memory_speeds(int threads) {
  constexpr double agreement = 0.02, of_steady_ones = 0.05;
  const auto cores = static_cast<std::size_t>(threads);
  const std::size_t cache = static_cast<std::size_t>(std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), 0L));
  const std::size_t words =
      std::min<std::size_t>(std::max<std::size_t>(2 * cache, 64u << 20), 256u << 20) / 8;
  const std::size_t share = words / cores;
  const auto from = uninitialised<double>(words), to = uninitialised<double>(words);
  // Each core touches its own part first: on a machine with several memories it lies in the
  // nearest.
  in_parallel(threads, [&](int t) {
    std::fill_n(from.get() + std::size_t(t) * share, share, 1.0);
    std::fill_n(to.get() + std::size_t(t) * share, share, 0.0);
  });
  const Rounds copy = time_rounds(threads, agreement, [&](int t) {
    std::memcpy(to.get() + std::size_t(t) * share, from.get() + std::size_t(t) * share, 8 * share);
  });
  volatile double sink = 0;
  const Rounds read = time_rounds(threads, agreement, [&](int t) {
    const double *p = from.get() + std::size_t(t) * share;
    double sum[8] = {};
    for (std::size_t i = 0; i + 8 <= share; i += 8)
      for (std::size_t k = 0; k < 8; ++k) sum[k] += p[i + k];
    sink = sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
  });
  return {.copy_bytes_per_s = 16.0 * double(share * cores) / copy.best_s,
          .read_bytes_per_s = 8.0 * double(share * cores) / read.best_s,
          .steady = std::max(copy.apart, read.apart) < of_steady_ones};
}

void in_parallel(int threads, const std::function<void(int)> &work) {
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(work, t);
  work(0);
  for (auto &other : others) other.join();
}

Rounds time_rounds(int threads, double agreement, const std::function<void(int)> &work) {
  constexpr int most = 5;
  constexpr double alone = 0.9;  // of the time of all threads: another program had no core for long
  Rounds rounds;
  bool undisturbed = false;
  const double none = rounds.apart;
  double second = rounds.best_s;
  for (int round = 0; round < most && rounds.apart >= agreement; ++round) {
    const double start_s = steady_s();
    const double cpu_before = 1e-9 * double(own_cpu().cpu_ns);
    in_parallel(threads, work);
    const double took = steady_s() - start_s;
    if (took < rounds.best_s)
      undisturbed = 1e-9 * double(own_cpu().cpu_ns) - cpu_before > alone * threads * took;
    second = std::min(second, std::max(took, rounds.best_s));
    rounds.best_s = std::min(rounds.best_s, took);
    rounds.apart = undisturbed ? second / rounds.best_s - 1 : none;
  }
  return rounds;
}

// Those of the last hour, in the user's cache folder: to measure them takes longer than many a
// command.

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
