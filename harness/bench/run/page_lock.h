// What a run on a device needs of the host: its context, and memory that it reaches directly.
#pragma once
#include <cstddef>
#include <string>

namespace ladder {

// Makes the context of CUDA in a thread of its own, while the caller reads its inputs: it takes a
// second or more. Without a device, or without CUDA, nothing happens; whoever needs the device
// finds out by itself.
void make_device_context_meanwhile();

// Keeps the pages of an array in place while it lives, so that a device copies to and from it
// directly.
class PageLock {
 public:
  // Locks the pages that `bytes` bytes at `begin` lie on. Where it cannot, nothing is locked and
  // why_not has the reason.
  PageLock(void *begin, std::size_t bytes);
  ~PageLock();
  PageLock(const PageLock &) = delete;
  PageLock &operator=(const PageLock &) = delete;
  const std::string &why_not() const { return why_not_; }

 private:
  [[maybe_unused]] void *locked_ = nullptr;
  std::string why_not_;
};

}  // namespace ladder
