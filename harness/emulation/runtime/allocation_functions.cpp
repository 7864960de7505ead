// Allocation by sources that do not include our headers, such as the generated entry of an adopted
// routine: in ours these names are macros, which keep the words of the call.
#include "../include/cuda_runtime.h"

#undef cudaMalloc
#undef cudaMallocHost
#undef cudaHostAlloc
#undef cudaMallocManaged

using namespace ladder_emulation;

LADDER_C cudaError_t cudaMalloc(void **to, std::size_t bytes) {
  return allocate(to, bytes, "an array", {});
}
LADDER_C cudaError_t cudaMallocHost(void **to, std::size_t bytes) {
  return allocate_host(to, bytes, false, "an array", {});
}
LADDER_C cudaError_t cudaHostAlloc(void **to, std::size_t bytes, unsigned) {
  return allocate_host(to, bytes, false, "an array", {});
}
LADDER_C cudaError_t cudaMallocManaged(void **to, std::size_t bytes, unsigned) {
  return allocate_host(to, bytes, true, "an array", {});
}
