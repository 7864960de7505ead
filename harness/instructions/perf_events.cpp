#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/instructions/count.h"

namespace ladder {

InstructionCounter::InstructionCounter() {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  wanted.inherit = 1;  // threads that the stage starts
  descriptor_ = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
}

InstructionCounter::~InstructionCounter() {
  if (descriptor_ >= 0) close(descriptor_);
}

long long InstructionCounter::count() const {
  long long value = 0;
  if (descriptor_ < 0 || read(descriptor_, &value, sizeof value) != sizeof value) return -1;
  return value;
}

}  // namespace ladder
