// Keeps the pages of an array in place while it lives, so that a device copies to and from it
// directly.
#pragma once
#include <cstddef>
#include <string>

namespace ladder {

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
