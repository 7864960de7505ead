#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/machine/instructions/count.h"

namespace ladder {

InstructionCounter::InstructionCounter() {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  wanted.pinned = 1;   // all the time or not at all: a part that is scaled up is no count
  wanted.inherit = 1;  // threads that the stage starts
  descriptor_ =
      static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
  if (descriptor_ < 0) error_ = errno;
}

InstructionCounter::~InstructionCounter() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::string InstructionCounter::why_not() const {
  if (available()) return "";
  if (error_ == EACCES || error_ == EPERM)
    return "perf events are not allowed: see /proc/sys/kernel/perf_event_paranoid";
  return fmt::format("this machine cannot count instructions: {}", std::strerror(error_));
}

std::int64_t InstructionCounter::count() const {
  std::int64_t value = 0;
  // A pinned counter that found no room reads as the end of a file.
  if (descriptor_ < 0 || read(descriptor_, &value, sizeof value) != sizeof value) return -1;
  return value;
}

std::int64_t InstructionCounter::count_of(const std::function<void()> &work) const {
  const std::int64_t before = count();
  work();
  const std::int64_t after = count();
  return before < 0 || after < 0 ? -1 : after - before;
}

}  // namespace ladder
