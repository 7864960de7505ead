// CUDA's functions of the host.
#pragma once

#define LADDER_C extern "C" __attribute__((visibility("default")))

LADDER_C const char *cudaGetErrorString(cudaError_t);
LADDER_C const char *cudaGetErrorName(cudaError_t);
LADDER_C cudaError_t cudaGetLastError();
LADDER_C cudaError_t cudaPeekAtLastError();
LADDER_C cudaError_t cudaDeviceSynchronize();
LADDER_C cudaError_t cudaDeviceReset();
LADDER_C cudaError_t cudaGetDevice(int *);
LADDER_C cudaError_t cudaSetDevice(int);
LADDER_C cudaError_t cudaGetDeviceCount(int *);
LADDER_C cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
LADDER_C cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int device);
LADDER_C cudaError_t cudaMemGetInfo(std::size_t *free, std::size_t *total);
LADDER_C cudaError_t cudaDeviceGetPCIBusId(char *, int length, int device);
LADDER_C cudaError_t cudaDeviceCanAccessPeer(int *, int, int);
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return cudaSuccess; }
inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaDriverGetVersion(int *v) { return *v = CUDART_VERSION, cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int *v) { return *v = CUDART_VERSION, cudaSuccess; }

// The words of the first argument name the array in what is reported.
#define cudaMalloc(pointer, ...)                                         \
  ::ladder_emulation::allocate_named((pointer), (__VA_ARGS__), #pointer, \
                                     {__builtin_FILE(), __builtin_LINE()})
#define cudaMallocHost(pointer, ...)                                  \
  ::ladder_emulation::allocate_host_named((pointer), false, #pointer, \
                                          {__builtin_FILE(), __builtin_LINE()}, __VA_ARGS__)
#define cudaHostAlloc cudaMallocHost
#define cudaMallocManaged(pointer, ...)                              \
  ::ladder_emulation::allocate_host_named((pointer), true, #pointer, \
                                          {__builtin_FILE(), __builtin_LINE()}, __VA_ARGS__)
#define cudaMallocAsync(pointer, bytes, stream) cudaMalloc(pointer, bytes)
#define cudaFreeAsync(pointer, stream) cudaFree(pointer)
namespace ladder_emulation {
template <typename T>
cudaError_t allocate_named(T **pointer, std::size_t bytes, const char *name, Site site) {
  return allocate((void **)pointer, bytes, name, site);
}
template <typename T>
cudaError_t allocate_host_named(T **pointer, bool managed, const char *name, Site site,
                                std::size_t bytes, unsigned = 0) {
  return allocate_host((void **)pointer, bytes, managed, name, site);
}
}  // namespace ladder_emulation
LADDER_C cudaError_t cudaMallocPitch(void **, std::size_t *pitch, std::size_t width,
                                     std::size_t height);
template <typename T>
cudaError_t cudaMallocPitch(T **p, std::size_t *pitch, std::size_t width, std::size_t height) {
  return cudaMallocPitch((void **)p, pitch, width, height);
}
LADDER_C cudaError_t cudaFree(void *);
LADDER_C cudaError_t cudaFreeHost(void *);
LADDER_C cudaError_t cudaHostRegister(void *, std::size_t, unsigned = 0);
LADDER_C cudaError_t cudaHostUnregister(void *);
template <typename T>
cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned) {
  return *device = static_cast<T *>(host), cudaSuccess;
}
inline cudaError_t cudaMemPrefetchAsync(const void *, std::size_t, int, cudaStream_t = nullptr) {
  return cudaSuccess;
}

LADDER_C cudaError_t cudaMemcpy(void *to, const void *from, std::size_t, cudaMemcpyKind);
LADDER_C cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t,
                                     cudaMemcpyKind = cudaMemcpyDefault, cudaStream_t = nullptr);
LADDER_C cudaError_t cudaMemcpy2D(void *to, std::size_t to_pitch, const void *from,
                                  std::size_t from_pitch, std::size_t width, std::size_t height,
                                  cudaMemcpyKind);
LADDER_C cudaError_t cudaMemcpy2DAsync(void *to, std::size_t to_pitch, const void *from,
                                       std::size_t from_pitch, std::size_t width,
                                       std::size_t height, cudaMemcpyKind, cudaStream_t = nullptr);
LADDER_C cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *);
LADDER_C cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *, cudaStream_t = nullptr);
LADDER_C cudaError_t cudaMemset(void *, int, std::size_t);
LADDER_C cudaError_t cudaMemsetAsync(void *, int, std::size_t, cudaStream_t = nullptr);
LADDER_C cudaError_t cudaMemset2D(void *, std::size_t pitch, int, std::size_t width,
                                  std::size_t height);
inline cudaPitchedPtr make_cudaPitchedPtr(void *p, std::size_t pitch, std::size_t x,
                                          std::size_t y) {
  return {p, pitch, x, y};
}
inline cudaExtent make_cudaExtent(std::size_t w, std::size_t h, std::size_t d) { return {w, h, d}; }
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }

template <typename T>
cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, std::size_t bytes,
                               std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) {
  return ladder_emulation::copy_symbol((void *)&symbol, sizeof symbol, from, nullptr, bytes, offset,
                                       nullptr);
}
template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, std::size_t bytes,
                                    std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice,
                                    cudaStream_t s = nullptr) {
  return ladder_emulation::copy_symbol((void *)&symbol, sizeof symbol, from, nullptr, bytes, offset,
                                       s);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void *to, T &symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  return ladder_emulation::copy_symbol((void *)&symbol, sizeof symbol, nullptr, to, bytes, offset,
                                       nullptr);
}
template <typename P, typename T>
cudaError_t cudaGetSymbolAddress(P **to, T &symbol) {
  return *to = (P *)&symbol, cudaSuccess;
}

LADDER_C cudaError_t cudaStreamCreate(cudaStream_t *);
LADDER_C cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
LADDER_C cudaError_t cudaStreamCreateWithPriority(cudaStream_t *, unsigned, int);
LADDER_C cudaError_t cudaStreamDestroy(cudaStream_t);
LADDER_C cudaError_t cudaStreamSynchronize(cudaStream_t);
LADDER_C cudaError_t cudaStreamQuery(cudaStream_t);
LADDER_C cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
LADDER_C cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
LADDER_C cudaError_t cudaEventCreate(cudaEvent_t *);
LADDER_C cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned);
LADDER_C cudaError_t cudaEventDestroy(cudaEvent_t);
LADDER_C cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr);
LADDER_C cudaError_t cudaEventSynchronize(cudaEvent_t);
LADDER_C cudaError_t cudaEventQuery(cudaEvent_t);
LADDER_C cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t);

LADDER_C cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
LADDER_C cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
LADDER_C cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, unsigned long long = 0);
LADDER_C cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t,
                                         cudaGraphExecUpdateResultInfo *);
LADDER_C cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
LADDER_C cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
LADDER_C cudaError_t cudaGraphDestroy(cudaGraph_t);
LADDER_C cudaError_t cudaGraphExecDestroy(cudaGraphExec_t);

template <typename F>
cudaError_t cudaFuncSetAttribute(F *kernel, cudaFuncAttribute which, int value) {
  return ladder_emulation::allow_shared((const void *)kernel, which, value);
}
template <typename F>
cudaError_t cudaFuncSetCacheConfig(F *, cudaFuncCache) {
  return cudaSuccess;
}
template <typename F>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to, F *) {
  *to = {};
  to->maxThreadsPerBlock = 1024, to->numRegs = 32, to->maxDynamicSharedSizeBytes = 49152;
  return cudaSuccess;
}
template <typename F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F *, int threads,
                                                          std::size_t bytes) {
  return ladder_emulation::occupancy(blocks, threads, bytes);
}
template <typename F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F *, std::size_t = 0,
                                               int most = 0) {
  return *grid = 8, *block = most ? most : 256, cudaSuccess;
}
template <typename... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments,
                             std::size_t bytes = 0, cudaStream_t stream = nullptr, LADDER_HERE) {
  ladder_emulation::go_with(
      ladder_emulation::kernel(kernel, "", "").at(grid, block, bytes, stream, site), false,
      arguments, std::index_sequence_for<P...>());
  return cudaPeekAtLastError();
}
template <typename... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                        void **arguments, std::size_t bytes = 0,
                                        cudaStream_t stream = nullptr, LADDER_HERE) {
  const cudaError_t code = ladder_emulation::check_cooperative(grid, block, bytes);
  if (code != cudaSuccess) return code;
  ladder_emulation::go_with(
      ladder_emulation::kernel(kernel, "", "").at(grid, block, bytes, stream, site), true,
      arguments, std::index_sequence_for<P...>());
  return cudaPeekAtLastError();
}
