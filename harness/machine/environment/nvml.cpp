#include "harness/machine/environment/nvml.h"

#include <dlfcn.h>

namespace ladder {
namespace {

// NVML by hand, since not every toolkit carries nvml.h. Values as in that header.
using Device = void *;
constexpr int clock_sm = 1, clock_memory = 2, sensor_gpu = 0;
struct Memory {
  unsigned long long total, free, used;
};
constexpr int other_buffer_needed = 7;  // NVML_ERROR_INSUFFICIENT_SIZE

struct Reason {
  unsigned long long bit;
  const char *words;
  bool costs_speed;
};
constexpr Reason reasons[] = {{0x1, "idle", false},
                              {0x2, "clocks set by an application", false},
                              {0x4, "power cap", true},
                              {0x8, "hardware slowdown", true},
                              {0x10, "sync boost", false},
                              {0x20, "thermal, by software", true},
                              {0x40, "thermal, by hardware", true},
                              {0x80, "power brake", true},
                              {0x100, "display clocks", false}};

class Nvml {
 public:
  Nvml() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    started_ = library_ && call("nvmlInit_v2");
  }
  ~Nvml() {
    if (started_) call("nvmlShutdown");
  }
  bool started() const { return started_; }
  template <typename... A>
  int status(const char *name, A... arguments) const {
    const auto function = reinterpret_cast<int (*)(A...)>(dlsym(library_, name));
    return function ? function(arguments...) : -1;
  }
  template <typename... A>
  bool call(const char *name, A... arguments) const {
    return status(name, arguments...) == 0;
  }

 private:
  void *library_;
  bool started_ = false;
};

const Nvml &nvml() {
  static const Nvml library;
  return library;
}
Device device = nullptr;  // the GPU that read_nvml was asked about

std::string words_of(unsigned long long why, bool all) {
  std::string words;
  for (const Reason &reason : reasons)
    if ((why & reason.bit) && (all || reason.costs_speed))
      words += (words.empty() ? "" : ", ") + std::string(reason.words);
  return words;
}

int clock_now(int which) {
  unsigned value = 0;
  nvml().call("nvmlDeviceGetClockInfo", device, which, &value);
  return static_cast<int>(value);
}

}  // namespace

void read_nvml(Gpu &gpu) {
  if (!nvml().started()) return;
  char driver[96] = "";
  if (nvml().call("nvmlSystemGetDriverVersion", static_cast<char *>(driver), 96u))
    gpu.driver = driver;
  if (!nvml().call("nvmlDeviceGetHandleByUUID", gpu.uuid.c_str(), &device)) {
    device = nullptr;
    return;
  }
  Memory memory{};
  if (nvml().call("nvmlDeviceGetMemoryInfo", device, &memory))
    gpu.memory_free_bytes = static_cast<std::int64_t>(memory.free);
  unsigned value = 0;
  if (nvml().call("nvmlDeviceGetMaxClockInfo", device, clock_sm, &value))
    gpu.sm_clock_most_mhz = static_cast<int>(value);
  int now = 0, pending = 0;
  if (nvml().call("nvmlDeviceGetEccMode", device, &now, &pending)) gpu.ecc = now != 0;
  unsigned others = 0;
  const int status = nvml().status("nvmlDeviceGetComputeRunningProcesses_v3", device, &others,
                                   static_cast<void *>(nullptr));
  if (status == 0 || status == other_buffer_needed) gpu.other_processes = static_cast<int>(others);
  if (const auto state = gpu_state()) gpu.state = *state;
}

std::optional<GpuState> gpu_state() {
  if (!device) return std::nullopt;
  GpuState state;
  state.sm_clock_mhz = clock_now(clock_sm);
  state.memory_clock_mhz = clock_now(clock_memory);
  unsigned value = 0;
  if (nvml().call("nvmlDeviceGetTemperature", device, sensor_gpu, &value))
    state.temperature_c = static_cast<int>(value);
  if (nvml().call("nvmlDeviceGetPowerUsage", device, &value)) state.power_w = 1e-3 * value;
  unsigned long long why = 0;
  if (nvml().call("nvmlDeviceGetCurrentClocksThrottleReasons", device, &why))
    state.throttle_reasons = why ? words_of(why, true) : "none";
  return state;
}

std::string gpu_slowed_by() {
  unsigned long long why = 0;
  if (device) nvml().call("nvmlDeviceGetCurrentClocksThrottleReasons", device, &why);
  return words_of(why, false);
}

}  // namespace ladder
