// Memory for long arrays, in large pages where the system gives them: to get 2^31 values in small
// ones takes longer than to fill them.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace ladder {

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};

// Not initialised: who fills them touches them first, with all cores if it wants to.
template <typename T>
std::unique_ptr<T[], Free> uninitialised(std::size_t count) {
  constexpr std::size_t large_page = std::size_t{1} << 21, small_page = std::size_t{1} << 12;
  const std::size_t bytes = count * sizeof(T);
  // Whole pages of its own, so that it can be page-locked whatever lies next to it.
  const std::size_t page = bytes >= large_page ? large_page : small_page;
  const std::size_t room = (bytes / page + 1) * page;
  void *memory = std::aligned_alloc(page, room);
  if (!memory) throw std::bad_alloc();
  if (page == large_page) madvise(memory, room, MADV_HUGEPAGE);
  return std::unique_ptr<T[], Free>(static_cast<T *>(memory));
}

}  // namespace ladder
