// Copies and fills, checked against the allocations.
#include <cstring>

#include "api.h"
#include "memory.h"

using namespace ladder_emulation;

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

// Of a sampled run, which needs what its first copies bring: places, and factors.
bool is_left_out(std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;
  static std::size_t all = 0;
  if (sampled() && all <= most) all += bytes;
  return sampled() && all > most;
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
    count("copy", e.width * e.height * e.depth, to, from);
    for (std::size_t z = 0; z < e.depth; ++z)
      for (std::size_t y = 0; y < e.height; ++y) {
        char *target = to + z * to_plane + y * to_pitch;
        const char *source = from + z * from_plane + y * from_pitch;
        if (is_left_out(e.width)) continue;
        std::memmove(target, source, e.width);
        copied(target, source, e.width);
      }
    return cudaSuccess;
  });
}

cudaError_t fill(void *to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (state() != cudaSuccess) return state();
  if (!width || !height) return cudaSuccess;
  const Allocation *a = allocation_of(to);
  if (!a || !fits(to, (height - 1) * pitch + width)) return failed(cudaErrorInvalidValue);
  return submit([=] {
    count("fill", width * height);
    for (std::size_t y = 0; y < height; ++y) {
      if (is_left_out(width)) continue;
      std::memset(static_cast<char *>(to) + y * pitch, value, width);
      settled(static_cast<char *>(to) + y * pitch, width);
    }
    return cudaSuccess;
  });
}

}  // namespace

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
    return static_cast<char *>(pitched.ptr) + pos.x +
           pitched.pitch * (pos.y + pitched.ysize * pos.z);
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
    count("copy", bytes, at, from ? from : to);
    if (from)
      std::memcpy(at, from, bytes);
    else
      std::memcpy(to, at, bytes), from_device(to, bytes);
    return cudaSuccess;
  });
}
