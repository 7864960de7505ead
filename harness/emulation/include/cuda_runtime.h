// The part of CUDA's runtime that kernels are taught with, on the host. README.md lists it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "atomic_functions.h"
#include "device_functions.h"
#include "device_math.h"
#include "launch.h"
#include "vector_types.h"

#define LADDER_EMULATED 1
#define CUDART_VERSION 12000
#define __CUDACC__ 1
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline
#define __restrict__ __restrict
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_assume(condition)
#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")

#define LADDER_CUDA_ERRORS(X)                                                             \
  X(cudaSuccess, 0, "no error")                                                           \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                         \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                        \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                   \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                  \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                          \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")             \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                        \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                         \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                       \
  X(cudaErrorNotReady, 600, "device not ready")                                           \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")             \
  X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")             \
  X(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the memory is registered") \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                            \
  X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")     \
  X(cudaErrorNotSupported, 801, "operation not supported")                                \
  X(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")
enum cudaError {
#define LADDER_ERROR(name, number, words) name = number,
  LADDER_CUDA_ERRORS(LADDER_ERROR)
#undef LADDER_ERROR
};
typedef cudaError cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrClusterLaunch = 120
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1 };
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed
};
struct cudaFuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, maxDynamicSharedSizeBytes;
};
struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, totalConstMem;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, l2CacheSize;
  int memoryClockRate, memoryBusWidth, concurrentKernels, cooperativeLaunch, asyncEngineCount;
};
struct cudaExtent {
  std::size_t width, height, depth;
};
struct cudaPos {
  std::size_t x, y, z;
};
struct cudaPitchedPtr {
  void *ptr;
  std::size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
  void *srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  void *dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
typedef struct ladder_emulated_event *cudaEvent_t;
typedef struct ladder_emulated_graph *cudaGraph_t;
typedef struct ladder_emulated_graph *cudaGraphExec_t;
struct cudaGraphExecUpdateResultInfo {};
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
enum : unsigned {
  cudaStreamDefault = 0,
  cudaStreamNonBlocking = 1,
  cudaEventDefault = 0,
  cudaEventBlockingSync = 1,
  cudaEventDisableTiming = 2,
  cudaHostAllocDefault = 0,
  cudaHostAllocPortable = 1,
  cudaHostAllocMapped = 2,
  cudaHostAllocWriteCombined = 4,
  cudaHostRegisterDefault = 0,
  cudaHostRegisterMapped = 2,
  cudaMemAttachGlobal = 1,
  cudaEventWaitDefault = 0,
  cudaDeviceScheduleAuto = 0,
  cudaDeviceScheduleSpin = 1,
  cudaDeviceScheduleBlockingSync = 4,
  cudaDeviceMapHost = 8,
  cudaStreamCaptureStatusNone = 0
};
constexpr int cudaCpuDeviceId = -1;

namespace ladder_emulation {
cudaError_t allocate(void **, std::size_t, const char *name, Site);
cudaError_t allocate_host(void **, std::size_t, bool managed, const char *name, Site);
cudaError_t copy_symbol(void *symbol, std::size_t size, const void *from, void *to,
                        std::size_t bytes, std::size_t offset, cudaStream_t);
cudaError_t allow_shared(const void *kernel, cudaFuncAttribute, int value);
cudaError_t occupancy(int *blocks, int threads, std::size_t bytes);
cudaError_t check_cooperative(dim3 grid, dim3 block, std::size_t bytes);

template <typename... P, std::size_t... I>
void go_with(const Kernel<P...> &kernel, bool cooperative, void **arguments,
             std::index_sequence<I...>) {
  kernel.go(cooperative, *static_cast<std::remove_cvref_t<P> *>(arguments[I])...);
}
}  // namespace ladder_emulation

#include "runtime_functions.h"
