// Errors, devices, copies, streams, events and graphs.
#include <sys/mman.h>

#include <cstdio>
#include <cstring>

#include "api.h"
#include "findings.h"
#include "memory.h"

// Defined by the instrumented build: a race is reported and the kernel goes on.
extern "C" __attribute__((weak)) void ladder_accesses_are_seen();

using namespace ladder_emulation;

struct ladder_emulated_stream {};
struct ladder_emulated_event {
  double at = 0;
};
struct ladder_emulated_graph {
  std::vector<std::function<cudaError_t()>> work;
  int users = 1;
};

namespace ladder_emulation {
namespace {

cudaError_t last = cudaSuccess;
std::string unread;  // what a launch failed with
ladder_emulated_graph *captured = nullptr;

}  // namespace

cudaError_t failed(cudaError_t code) { return last = code; }

cudaError_t state() {
  return first_finding().empty() || &ladder_accesses_are_seen ? cudaSuccess : cudaErrorLaunchFailure;
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

cudaError_t submit(std::function<cudaError_t()> work) {
  if (captured) return captured->work.push_back(std::move(work)), cudaSuccess;
  return work();
}

}  // namespace ladder_emulation

namespace {

// Whether the bytes may be read or written by a copy of this side.
bool on_device(const void *p) {
  const Allocation *a = allocation_of(p);
  return a && a->kind != Allocation::host;
}
bool fits(const void *p, std::size_t bytes) {
  const Allocation *a = allocation_of(p);
  return !a || static_cast<const char *>(p) + bytes <= a->base + a->bytes;
}

cudaError_t check_copy(const void *to, const void *from, std::size_t to_bytes,
                       std::size_t from_bytes, cudaMemcpyKind kind) {
  if (state() != cudaSuccess) return state();
  if (to_bytes == 0) return cudaSuccess;
  if (!to || !from) return failed(cudaErrorInvalidValue);
  const bool pinned_or_managed = kind == cudaMemcpyDefault;
  const auto has_kind = [&](const void *p, bool device) {
    const Allocation *a = allocation_of(p);
    if (a && a->kind == Allocation::managed) return true;
    if (a && a->kind == Allocation::host) return true;
    return on_device(p) == device;
  };
  if (!pinned_or_managed) {
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    if (!has_kind(from, from_device) || !has_kind(to, to_device))
      return failed(cudaErrorInvalidValue);
  }
  if (!fits(to, to_bytes) || !fits(from, from_bytes)) return failed(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t copy_box(char *to, std::size_t to_pitch, std::size_t to_plane, const char *from,
                     std::size_t from_pitch, std::size_t from_plane, cudaExtent e,
                     cudaMemcpyKind kind) {
  if (!e.width || !e.height || !e.depth) return cudaSuccess;
  if (to_pitch < e.width || from_pitch < e.width) return failed(cudaErrorInvalidValue);
  const auto span = [&](std::size_t pitch, std::size_t plane) {
    return (e.depth - 1) * plane + (e.height - 1) * pitch + e.width;
  };
  const cudaError_t code =
      check_copy(to, from, span(to_pitch, to_plane), span(from_pitch, from_plane), kind);
  if (code != cudaSuccess) return code;
  return submit([=] {
    for (std::size_t z = 0; z < e.depth; ++z)
      for (std::size_t y = 0; y < e.height; ++y)
        std::memmove(to + z * to_plane + y * to_pitch, from + z * from_plane + y * from_pitch,
                     e.width);
    return cudaSuccess;
  });
}

cudaError_t fill(void *to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (state() != cudaSuccess) return state();
  if (!width || !height) return cudaSuccess;
  const Allocation *a = allocation_of(to);
  if (!a || !fits(to, (height - 1) * pitch + width)) return failed(cudaErrorInvalidValue);
  return submit([=] {
    for (std::size_t y = 0; y < height; ++y)
      std::memset(static_cast<char *>(to) + y * pitch, value, width);
    return cudaSuccess;
  });
}

double now_ms() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * double(t.tv_sec) + 1e-6 * double(t.tv_nsec);
}

}  // namespace

const char *cudaGetErrorString(cudaError_t code) {
  if ((code == cudaErrorLaunchFailure || code == cudaErrorIllegalAddress) &&
      !first_finding().empty())
    return first_finding().c_str();
  switch (code) {
#define LADDER_ERROR(name, number, words) \
  case name: return words;
    LADDER_CUDA_ERRORS(LADDER_ERROR)
#undef LADDER_ERROR
  }
  return "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t code) {
  switch (code) {
#define LADDER_ERROR(name, number, words) \
  case name: return #name;
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
cudaError_t cudaDeviceSynchronize() { return state(); }
cudaError_t cudaDeviceReset() { return cudaSuccess; }
cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice);
}
cudaError_t cudaGetDeviceCount(int *count) {
  return *count = 1, cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) { return *can = 0, cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char *to, int length, int) {
  std::snprintf(to, std::size_t(length), "emulated");
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t *free, std::size_t *total) {
  *total = device_memory;
  *free = device_memory - bytes_in_use();
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which, int) {
  switch (which) {
    case cudaDevAttrMaxThreadsPerBlock: *value = 1024; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = int(shared_of_kernel); break;
    case cudaDevAttrWarpSize: *value = 32; break;
    case cudaDevAttrMultiProcessorCount: *value = multiprocessors; break;
    case cudaDevAttrL2CacheSize: *value = 50 << 20; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = 2048; break;
    case cudaDevAttrComputeCapabilityMajor: *value = 9; break;
    case cudaDevAttrComputeCapabilityMinor: *value = 0; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = 233472; break;
    case cudaDevAttrCooperativeLaunch: *value = 1; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = int(most_shared); break;
    case cudaDevAttrClusterLaunch: *value = 0; break;
  }
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *to, int) {
  *to = {};
  std::snprintf(to->name, sizeof to->name, "emulated on the host");
  to->totalGlobalMem = device_memory;
  to->sharedMemPerBlock = shared_of_kernel, to->sharedMemPerBlockOptin = most_shared;
  to->totalConstMem = 65536, to->regsPerBlock = 65536, to->warpSize = 32;
  to->maxThreadsPerBlock = 1024;
  to->maxThreadsDim[0] = to->maxThreadsDim[1] = 1024, to->maxThreadsDim[2] = 64;
  to->maxGridSize[0] = 2147483647, to->maxGridSize[1] = to->maxGridSize[2] = 65535;
  to->major = 9, to->multiProcessorCount = multiprocessors;
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

cudaError_t cudaMemcpy(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy_box(static_cast<char *>(to), bytes, 0, static_cast<const char *>(from), bytes, 0,
                  {bytes, 1, 1}, kind);
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}
cudaError_t cudaMemcpy2D(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_box(static_cast<char *>(to), to_pitch, 0, static_cast<const char *>(from), from_pitch,
                  0, {width, height, 1}, kind);
}
cudaError_t cudaMemcpy2DAsync(void *to, std::size_t to_pitch, const void *from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
  if (p->srcArray || p->dstArray) return failed(cudaErrorNotSupported);
  const auto at = [](const cudaPitchedPtr &pitched, const cudaPos &pos) {
    return static_cast<char *>(pitched.ptr) + pos.x + pitched.pitch * (pos.y + pitched.ysize * pos.z);
  };
  return copy_box(at(p->dstPtr, p->dstPos), p->dstPtr.pitch, p->dstPtr.pitch * p->dstPtr.ysize,
                  at(p->srcPtr, p->srcPos), p->srcPtr.pitch, p->srcPtr.pitch * p->srcPtr.ysize,
                  p->extent, p->kind);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t) { return cudaMemcpy3D(p); }
cudaError_t cudaMemset(void *to, int value, std::size_t bytes) {
  return fill(to, bytes, value, bytes, 1);
}
cudaError_t cudaMemsetAsync(void *to, int value, std::size_t bytes, cudaStream_t) {
  return cudaMemset(to, value, bytes);
}
cudaError_t cudaMemset2D(void *to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return fill(to, pitch, value, width, height);
}

cudaError_t ladder_emulation::copy_symbol(void *symbol, std::size_t size, const void *from,
                                          void *to, std::size_t bytes, std::size_t offset,
                                          cudaStream_t) {
  if (state() != cudaSuccess) return state();
  if (offset + bytes > size) return failed(cudaErrorInvalidValue);
  char *at = static_cast<char *>(symbol) + offset;
  return submit([=] {
    if (from) std::memcpy(at, from, bytes);
    else std::memcpy(to, at, bytes);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreate(cudaStream_t *s) {
  return *s = new ladder_emulated_stream, cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) { return cudaStreamCreate(s); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned, int) {
  return cudaStreamCreate(s);
}
cudaError_t cudaStreamDestroy(cudaStream_t s) {
  if (s != cudaStreamLegacy && s != cudaStreamPerThread) delete s;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return state(); }
cudaError_t cudaStreamQuery(cudaStream_t) { return state(); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return state(); }
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  return *least = 0, *greatest = -5, cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *e) {
  return *e = new ladder_emulated_event, cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) { return cudaEventCreate(e); }
cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete e, cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t) {
  return e->at = now_ms(), state();
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return state(); }
cudaError_t cudaEventQuery(cudaEvent_t) { return state(); }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b) {
  return *ms = float(b->at - a->at), cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode) {
  if (captured) return failed(cudaErrorStreamCaptureUnsupported);
  captured = new ladder_emulated_graph;
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *graph) {
  *graph = captured;
  captured = nullptr;
  return *graph ? state() : failed(cudaErrorInvalidValue);
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *to, cudaGraph_t graph, unsigned long long) {
  ++graph->users;
  return *to = graph, cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return state(); }
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t) {
  for (const auto &one : graph->work)
    if (const cudaError_t code = submit(one); code != cudaSuccess) return code;
  return state();
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (graph && --graph->users == 0) delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) { return cudaGraphDestroy(graph); }
