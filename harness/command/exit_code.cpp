#include "harness/command/exit_code.h"

namespace ladder {

Exit exit_code(const std::vector<Measured> &points) {
  bool ran = false, wrong = false, device = false;
  for (const Measured &one : points) {
    if (!one.skipped.empty() || one.point.stopped_by == "filter") continue;
    device = device || one.device();
    wrong = wrong || !one.right();
    ran = true;
  }
  if (device) return Exit::device;
  if (wrong) return Exit::wrong;
  return ran ? Exit::ok : Exit::nothing_ran;
}

}  // namespace ladder
