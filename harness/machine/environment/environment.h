// What this machine is: the part of a record that makes it comparable. No host names, no paths.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

// What changes while it works.
struct GpuState {
  int sm_clock_mhz = 0, memory_clock_mhz = 0;  // 0: not known
  int temperature_c = 0;
  double power_w = 0;
  std::string throttle_reasons;  // "none", or the reasons in words; empty: not known
};

struct Gpu {
  std::string name, uuid, driver;  // driver version of the kernel module
  int compute_major = 0, compute_minor = 0, multiprocessors = 0;
  std::int64_t memory_bytes = 0, memory_free_bytes = 0, l2_bytes = 0;
  std::int64_t shared_per_block_bytes = 0;  // with opt-in
  int sm_clock_most_mhz = 0;
  GpuState state;
  std::optional<bool> ecc;
  int other_processes = -1;  // that compute on it; -1: not known
};

struct Build {         // how this program was built; from the generated header build_info.h
  std::string commit;  // abbreviated; "-dirty" is appended when the tree had changes
  std::string fortran, c, cxx, cuda;  // compilers with versions; cuda empty: built without
};

struct Environment {
  std::string os, cpu, governor;  // "Debian GNU/Linux 12 (bookworm)", CPU model, "" if not known
  int cores = 0, affinity = 0;    // online, and allowed for this process
  std::int64_t memory_bytes = 0;
  double load = 0;                        // one-minute load average
  std::vector<std::string> openmp;        // "OMP_NUM_THREADS=4"
  std::optional<Gpu> gpu;                 // the device that stages use (0)
  std::string why_no_gpu;                 // a sentence with what to do, where there is none
  std::string cuda_driver, cuda_runtime;  // versions, "13.0"
  std::string cupti;                      // version, or why there is none
  Build build;
};

// What may have changed since the environment was read.
struct EnvironmentAfter {
  double load = 0;
  std::optional<GpuState> gpu;
};

Environment read_environment();
EnvironmentAfter read_environment_after();
// A short name for the machine's folder in results/: of the GPU, else of the CPU
// ("h100-80gb-hbm3").
std::string machine_slug(const Environment &);

// This very program, distinguished from other builds of the same name and commit.

const std::string &hash_of_program();  // of its file's contents

// Whether a processor held its clocks back while something ran.

// Looks at the GPU's (with `device`) or the CPU's own report from construction to `why`.
class SlowedWatch {
 public:
  explicit SlowedWatch(bool device);
  std::string why() const;  // "power cap, thermal by software", or empty

 private:
  bool device_;
  unsigned long long host_events_ = 0;
  std::string before_;
};

// The settings of OpenMP that come from outside and decide how long threads take.

// "OMP_NUM_THREADS=4", of variables that say how many threads there are, where they run and how
// they wait.
std::vector<std::string> openmp_settings();
// A sentence if threads are configured to sleep wherever they wait, and what to do; otherwise
// empty.
std::string why_threads_are_slow(const std::vector<std::string> &settings);

// NVIDIA's management library, loaded where it is there. It describes the first GPU that CUDA sees.

// Driver, memory, ECC and state of the device with the GPU's UUID, which is remembered for the
// calls below. What NVML does not report stays unchanged.
void read_nvml(Gpu &);

// Clocks, temperature, power, throttle reasons, as they are now. None without NVML.
std::optional<GpuState> gpu_state();

// The reasons that cost speed (power, heat, a brake), in words; empty when there are none.
std::string gpu_slowed_by();

// The first device, as the driver and NVML describe it; or why there is none. Neither is linked:
// both are loaded where they are there.
void read_gpu(Environment &);
// That this process may use.
int count_of_gpus();

}  // namespace ladder
