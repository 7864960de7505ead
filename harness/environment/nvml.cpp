#include "harness/environment/nvml.h"

#include <dlfcn.h>

#include <utility>

namespace ladder {
namespace {

// NVML by hand, since not every toolkit carries nvml.h. Values as in that header.
using Device = void *;
constexpr int clock_sm = 1, clock_memory = 2, sensor_gpu = 0;
struct Memory {
  unsigned long long total, free, used;
};
constexpr std::pair<unsigned long long, const char *> reasons[] = {
    {0x1, "idle"},
    {0x2, "clocks set by an application"},
    {0x4, "power cap"},
    {0x8, "hardware slowdown"},
    {0x10, "sync boost"},
    {0x20, "thermal, by software"},
    {0x40, "thermal, by hardware"},
    {0x80, "power brake"},
    {0x100, "display clocks"}};

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
  bool call(const char *name, A... arguments) const {
    const auto function = reinterpret_cast<int (*)(A...)>(dlsym(library_, name));
    return function && function(arguments...) == 0;
  }

 private:
  void *library_;
  bool started_ = false;
};

}  // namespace

void read_nvml(Gpu &gpu) {
  const Nvml nvml;
  if (!nvml.started()) return;
  char driver[96] = "";
  if (nvml.call("nvmlSystemGetDriverVersion", static_cast<char *>(driver), 96u))
    gpu.driver = driver;
  Device device = nullptr;
  if (!nvml.call("nvmlDeviceGetHandleByUUID", gpu.uuid.c_str(), &device)) return;
  Memory memory{};
  if (nvml.call("nvmlDeviceGetMemoryInfo", device, &memory))
    gpu.memory_free_bytes = static_cast<std::int64_t>(memory.free);
  unsigned value = 0;
  if (nvml.call("nvmlDeviceGetClockInfo", device, clock_sm, &value))
    gpu.sm_clock_mhz = static_cast<int>(value);
  if (nvml.call("nvmlDeviceGetMaxClockInfo", device, clock_sm, &value))
    gpu.sm_clock_most_mhz = static_cast<int>(value);
  if (nvml.call("nvmlDeviceGetClockInfo", device, clock_memory, &value))
    gpu.memory_clock_mhz = static_cast<int>(value);
  if (nvml.call("nvmlDeviceGetTemperature", device, sensor_gpu, &value))
    gpu.temperature_c = static_cast<int>(value);
  if (nvml.call("nvmlDeviceGetPowerUsage", device, &value)) gpu.power_w = 1e-3 * value;
  int now = 0, pending = 0;
  if (nvml.call("nvmlDeviceGetEccMode", device, &now, &pending)) gpu.ecc = now != 0;
  unsigned long long why = 0;
  if (nvml.call("nvmlDeviceGetCurrentClocksThrottleReasons", device, &why)) {
    for (const auto &[bit, words] : reasons)
      if (why & bit)
        gpu.throttle_reasons += (gpu.throttle_reasons.empty() ? "" : ", ") + std::string(words);
    if (gpu.throttle_reasons.empty()) gpu.throttle_reasons = "none";
  }
}

}  // namespace ladder
