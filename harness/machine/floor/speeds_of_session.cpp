#include "harness/machine/floor/speeds.h"

namespace ladder {

const Speeds &speeds_of_session(bool with_device) {
  static Speeds speeds;
  if (speeds.host.cores == 0) speeds.host = measure_host_speeds();
  if (with_device && !speeds.device && speeds.why_no_device.empty())
    speeds.device = measure_device_speeds(speeds.why_no_device);
  return speeds;
}

}  // namespace ladder
