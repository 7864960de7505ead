// Memory for long arrays, in large pages where the system gives them: to get 2^31 values in small ones takes longer than
// to fill them.
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
  constexpr std::size_t page = std::size_t{1} << 21;
  const std::size_t bytes = count * sizeof(T), pages = (bytes + page - 1) / page;
  const bool large = bytes >= page;
  void *memory = large ? std::aligned_alloc(page, pages * page) : std::malloc(bytes + 1);
  if (!memory) throw std::bad_alloc();
  if (large) madvise(memory, pages * page, MADV_HUGEPAGE);
  return std::unique_ptr<T[], Free>(static_cast<T *>(memory));
}

}  // namespace ladder
