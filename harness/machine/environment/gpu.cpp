#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/machine/environment/environment.h"

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

// The part of the driver's interface that is used. Numbers as in cuda.h, where they never change.
constexpr int most_shared_with_opt_in = 97, multiprocessor_count = 16, l2_cache_size = 38,
              major = 75, minor = 76;

struct Uuid {
  unsigned char bytes[16];
};

template <typename F>
F *entry(void *library, const char *name) {
  return reinterpret_cast<F *>(dlsym(library, name));
}

std::string text_of(const Uuid &u) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i)
    text += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", u.bytes[i]);
  return text;
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

int count_of_gpus() {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!driver) return 0;
  const auto init = entry<int(unsigned)>(driver, "cuInit");
  const auto count_of = entry<int(int *)>(driver, "cuDeviceGetCount");
  int count = 0;
  return init && count_of && init(0) == 0 && count_of(&count) == 0 ? count : 0;
}

void read_gpu(Environment &e) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!driver) {
    e.why_no_gpu =
        "no NVIDIA driver (libcuda.so.1): install the driver of your card, or run on a machine "
        "with an NVIDIA GPU";
    return;
  }
  const auto init = entry<int(unsigned)>(driver, "cuInit");
  const auto count_of = entry<int(int *)>(driver, "cuDeviceGetCount");
  const auto device_of = entry<int(int *, int)>(driver, "cuDeviceGet");
  const auto name_of = entry<int(char *, int, int)>(driver, "cuDeviceGetName");
  const auto uuid_of = entry<int(Uuid *, int)>(driver, "cuDeviceGetUuid");
  const auto attribute_of = entry<int(int *, int, int)>(driver, "cuDeviceGetAttribute");
  const auto memory_of = entry<int(std::size_t *, int)>(driver, "cuDeviceTotalMem_v2");
  const auto version_of = entry<int(int *)>(driver, "cuDriverGetVersion");
  int version = 0;
  if (version_of && version_of(&version) == 0)
    e.cuda_driver = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
  int count = 0, device = 0;
  const bool whole = init && count_of && device_of && name_of && attribute_of;
  const int status = whole ? init(0) : -1;
  if (status != 0 || count_of(&count) != 0 || count == 0 || device_of(&device, 0) != 0) {
    e.why_no_gpu = fmt::format(
        "the NVIDIA driver is there but offers no GPU (cuInit returned {}): see nvidia-smi, and "
        "CUDA_VISIBLE_DEVICES",
        status);
    return;
  }
  Gpu gpu;
  char name[256] = "";
  name_of(name, sizeof name, device);
  gpu.name = name;
  Uuid uuid{};
  if (uuid_of && uuid_of(&uuid, device) == 0) gpu.uuid = text_of(uuid);
  const auto attribute = [&](int which) {
    int value = 0;
    attribute_of(&value, which, device);
    return value;
  };
  gpu.compute_major = attribute(major);
  gpu.compute_minor = attribute(minor);
  gpu.multiprocessors = attribute(multiprocessor_count);
  gpu.l2_bytes = attribute(l2_cache_size);
  gpu.shared_per_block_bytes = attribute(most_shared_with_opt_in);
  std::size_t bytes = 0;
  if (memory_of) memory_of(&bytes, device);
  gpu.memory_bytes = static_cast<std::int64_t>(bytes);
  read_nvml(gpu);
  e.gpu = gpu;
}

}  // namespace ladder
