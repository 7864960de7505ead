#include "harness/machine/environment/openmp.h"

#include <strings.h>

#include <cstdlib>

namespace ladder {

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
