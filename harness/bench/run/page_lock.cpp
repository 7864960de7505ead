#include "harness/bench/run/page_lock.h"

#ifdef LADDER_HAVE_CUDA
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <thread>
#endif

namespace ladder {

#ifdef LADDER_HAVE_CUDA
void make_device_context_meanwhile() {
  std::thread([] { (void)cudaFree(nullptr); }).detach();
}

PageLock::PageLock(void *begin, std::size_t bytes) {
  // Portable: a plug-in may bring a CUDA runtime of its own.
  const cudaError_t status = cudaHostRegister(begin, bytes, cudaHostRegisterPortable);
  if (status == cudaSuccess) {
    locked_ = begin;
  } else {
    cudaGetLastError();  // not of the stage that runs next
    why_not_ = fmt::format("{} bytes cannot be page-locked: {}", bytes, cudaGetErrorString(status));
  }
}

PageLock::~PageLock() {
  if (locked_) cudaHostUnregister(locked_);
}
#else
void make_device_context_meanwhile() {}

PageLock::PageLock(void *, std::size_t)
    : why_not_("arrays cannot be page-locked: ladder was built without CUDA") {}

PageLock::~PageLock() = default;
#endif

}  // namespace ladder
