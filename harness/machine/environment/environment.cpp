#include "harness/machine/environment/environment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "build_info.h"
#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/parallel.h"

#ifdef LADDER_HAVE_CUPTI
#include "harness/machine/environment/cupti_library.h"
#endif

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

// System, CPU, memory, load.
void read_host(Environment &e) {
  e.os = value_in("/etc/os-release", "PRETTY_NAME");
  e.cpu = value_in("/proc/cpuinfo", "model name");
  e.governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  e.cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  const auto allowed = static_cast<int>(cores_of_process().size());
  e.affinity = allowed ? allowed : e.cores;
  e.memory_bytes = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  std::ifstream("/proc/loadavg") >> e.load;
}

std::string cupti_version() {
#ifdef LADDER_HAVE_CUPTI
  std::string why;
  const CuptiLibrary *cupti = cupti_library(why);
  if (!cupti) return why;
  std::uint32_t version = 0;
  cupti->get_version(&version);
  return fmt::format("CUPTI {}", version);
#elif defined(LADDER_CUDA_VERSION)
  return "built without CUPTI";
#else
  return "built without CUDA";
#endif
}

// Lower-case words joined by '-', without those that say nothing about a machine.
std::string slug(const std::string &text) {
  std::string out, word;
  const auto finish = [&] {
    if (!word.empty() && word != "nvidia" && word != "tm" && word != "r" && word != "cpu" &&
        word != "processor")
      out += (out.empty() ? "" : "-") + word;
    word.clear();
  };
  for (unsigned char c : text) {
    if (std::isalnum(c))
      word += static_cast<char>(std::tolower(c));
    else
      finish();
  }
  finish();
  return out;
}

// How often the first core was held back because it was too hot, where the kernel reports it.
unsigned long long host_throttle_events() {
  unsigned long long events = 0;
  std::ifstream("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count") >> events;
  return events;
}

}  // namespace

Environment read_environment() {
  Environment e;
  read_host(e);
  read_gpu(e);
  e.openmp = openmp_settings();
#ifdef LADDER_CUDA_VERSION
  e.cuda_runtime = LADDER_CUDA_VERSION;
#endif
  e.cupti = cupti_version();
  e.build = {LADDER_COMMIT, LADDER_FORTRAN_COMPILER, LADDER_C_COMPILER, LADDER_CXX_COMPILER,
             LADDER_CUDA_COMPILER};
  return e;
}

EnvironmentAfter read_environment_after() {
  Environment e;
  read_host(e);
  return {e.load, gpu_state()};
}

std::string machine_slug(const Environment &e) {
  if (e.gpu) return slug(e.gpu->name);
  const std::string cpu = slug(e.cpu);
  return fmt::format("{}-{}-cores", cpu.empty() ? "machine" : cpu, e.cores);
}

const std::string &hash_of_program() {
  static const std::string hash = [] {
    // With all CUDA stages 105 MB: to copy them took as long as many a run.
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    std::error_code failed;
    const std::size_t size = std::filesystem::file_size("/proc/self/exe", failed);
    void *program = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    close(file);
    if (program == MAP_FAILED)
      throw FileError(
          "the file of this program cannot be read, so that records cannot name what "
          "was measured: mount /proc, and let its owner read it");
    const std::string found = hex16(hash_on_all_cores(program, size));
    munmap(program, size);
    return found;
  }();
  return hash;
}

SlowedWatch::SlowedWatch(bool device)
    : device_(device), host_events_(host_throttle_events()),
      before_(device ? gpu_slowed_by() : "") {}

std::string SlowedWatch::why() const {
  if (!device_) return host_throttle_events() > host_events_ ? "CPU too hot" : "";
  return before_.empty() ? gpu_slowed_by() : before_;
}

std::vector<std::string> openmp_settings() {
  std::vector<std::string> settings;
  for (const char *name :
       {"GOMP_CPU_AFFINITY", "GOMP_SPINCOUNT", "OMP_DYNAMIC", "OMP_NUM_THREADS", "OMP_PLACES",
        "OMP_PROC_BIND", "OMP_SCHEDULE", "OMP_THREAD_LIMIT", "OMP_WAIT_POLICY"})
    if (const char *value = std::getenv(name)) settings.push_back(std::string(name) + "=" + value);
  return settings;
}

std::string why_threads_are_slow(const std::vector<std::string> &settings) {
  for (const std::string &setting : settings)
    if (strcasecmp(setting.c_str(), "OMP_WAIT_POLICY=passive") == 0)
      return setting +
             ": threads sleep wherever they wait, and to wake one takes longer than a step of a "
             "small case; unset it unless other programs need the cores";
  return "";
}

}  // namespace ladder
