// Errors and devices.
#include "api.h"

#include <cstdio>

#include "findings.h"
#include "memory.h"

// Defined by the instrumented build: a race is reported and the kernel goes on.
extern "C" __attribute__((weak)) void ladder_accesses_are_seen();

using namespace ladder_emulation;

namespace ladder_emulation {
namespace {

cudaError_t last = cudaSuccess;
std::string unread;  // what a launch failed with

}  // namespace

cudaError_t failed(cudaError_t code) { return last = code; }

cudaError_t state() {
  return first_finding().empty() || &ladder_accesses_are_seen ? cudaSuccess
                                                              : cudaErrorLaunchFailure;
}

void note_launch_error(const Launch &launch) {
  unread = "the launch of '" + name_of_kernel(launch) + "' at " + words_of(launch.site) +
           " failed (" + cudaGetErrorString(last) +
           "), and nobody asked: call cudaGetLastError after it";
}

void refuse_unread_error(Site next) {
  if (unread.empty()) return;
  report_text(unread);
  unread.clear();
  (void)next;
}

}  // namespace ladder_emulation

const char *cudaGetErrorString(cudaError_t code) {
  if ((code == cudaErrorLaunchFailure || code == cudaErrorIllegalAddress) &&
      !first_finding().empty())
    return first_finding().c_str();
  switch (code) {
#define LADDER_ERROR(name, number, words) \
  case name:                              \
    return words;
    LADDER_CUDA_ERRORS(LADDER_ERROR)
#undef LADDER_ERROR
  }
  return "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t code) {
  switch (code) {
#define LADDER_ERROR(name, number, words) \
  case name:                              \
    return #name;
    LADDER_CUDA_ERRORS(LADDER_ERROR)
#undef LADDER_ERROR
  }
  return "cudaErrorUnknown";
}
cudaError_t cudaGetLastError() {
  unread.clear();
  const cudaError_t code = last;
  last = cudaSuccess;
  return state() != cudaSuccess ? state() : code;
}
cudaError_t cudaPeekAtLastError() {
  unread.clear();
  return state() != cudaSuccess ? state() : last;
}
cudaError_t cudaDeviceSynchronize() {
  count("wait");
  return state();
}
cudaError_t cudaDeviceReset() { return cudaSuccess; }
cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice);
}
cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) { return *can = 0, cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char *to, int length, int) {
  std::snprintf(to, std::size_t(length), "emulated");
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t *free, std::size_t *total) {
  *total = device_memory();
  *free = device_memory() - bytes_in_use();
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which, int) {
  switch (which) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = 1024;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = int(shared_of_kernel);
      break;
    case cudaDevAttrWarpSize:
      *value = 32;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = multiprocessors();
      break;
    case cudaDevAttrL2CacheSize:
      *value = 50 << 20;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = 2048;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = 9;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = 0;
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = 233472;
      break;
    case cudaDevAttrCooperativeLaunch:
      *value = 1;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = int(most_shared);
      break;
    case cudaDevAttrClusterLaunch:
      *value = 0;
      break;
  }
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *to, int) {
  *to = {};
  std::snprintf(to->name, sizeof to->name, "emulated on the host");
  to->totalGlobalMem = device_memory();
  to->sharedMemPerBlock = shared_of_kernel, to->sharedMemPerBlockOptin = most_shared;
  to->totalConstMem = 65536, to->regsPerBlock = 65536, to->warpSize = 32;
  to->maxThreadsPerBlock = 1024;
  to->maxThreadsDim[0] = to->maxThreadsDim[1] = 1024, to->maxThreadsDim[2] = 64;
  to->maxGridSize[0] = 2147483647, to->maxGridSize[1] = to->maxGridSize[2] = 65535;
  to->major = 9, to->multiProcessorCount = multiprocessors();
  to->maxThreadsPerMultiProcessor = 2048, to->l2CacheSize = 50 << 20;
  to->concurrentKernels = to->cooperativeLaunch = 1;
  return cudaSuccess;
}

cudaError_t cudaFree(void *p) { return release(p); }
cudaError_t cudaFreeHost(void *p) { return release(p); }
cudaError_t cudaHostRegister(void *p, std::size_t bytes, unsigned) {
  return register_host(p, bytes);
}
cudaError_t cudaHostUnregister(void *p) { return release(p); }
cudaError_t cudaMallocPitch(void **p, std::size_t *pitch, std::size_t width, std::size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return allocate(p, *pitch * height, "pitched", {});
}
