#include "harness/machine/environment/gpu.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/machine/environment/nvml.h"

namespace ladder {
namespace {

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
