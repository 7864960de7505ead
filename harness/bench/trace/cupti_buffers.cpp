#ifdef LADDER_HAVE_CUPTI

#include "harness/bench/trace/cupti_buffers.h"

#include <cstdlib>
#include <cstring>
#include <mutex>

namespace ladder {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{4} << 20, ready_buffers = 8;
constexpr std::size_t buffer_alignment = 64;

// CUPTI's callbacks carry no context, so the buffers are here: those that it has filled until they
// are read, and those that it gets next. Never destroyed, since CUPTI may return its last buffers
// while the program is ending.
struct Buffers {
  std::mutex lock;
  std::vector<std::pair<std::uint8_t *, std::size_t>> filled;
  std::vector<std::uint8_t *> ready;
};
Buffers &buffers = *new Buffers;

std::uint8_t *zeroed_buffer() {
  void *buffer = std::aligned_alloc(buffer_alignment, buffer_bytes);
  if (buffer) std::memset(buffer, 0, buffer_bytes);
  return static_cast<std::uint8_t *>(buffer);
}

void CUPTIAPI give_buffer(std::uint8_t **buffer, std::size_t *size, std::size_t *most_records) {
  *buffer = nullptr;
  {
    const std::lock_guard guard(buffers.lock);
    if (!buffers.ready.empty()) {
      *buffer = buffers.ready.back();
      buffers.ready.pop_back();
    }
  }
  if (!*buffer) *buffer = zeroed_buffer();
  *size = *buffer ? buffer_bytes : 0;
  *most_records = 0;  // as many as fit
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t *buffer, std::size_t,
                          std::size_t valid) {
  const std::lock_guard guard(buffers.lock);
  buffers.filled.emplace_back(buffer, valid);
}

}  // namespace

CUptiResult register_buffers(const CuptiLibrary &cupti) {
  // Else CUPTI clears each buffer itself, where it has asked for it. A version that refuses does
  // so, and is slower.
  std::uint8_t zeroed = 1;
  std::size_t bytes = sizeof zeroed;
  cupti.set_attribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &bytes, &zeroed);
  return cupti.register_callbacks(give_buffer, take_buffer);
}

void make_buffers_ready() {
  const std::lock_guard guard(buffers.lock);
  while (buffers.ready.size() < ready_buffers) {
    std::uint8_t *buffer = zeroed_buffer();
    if (!buffer) return;
    buffers.ready.push_back(buffer);
  }
}

std::vector<std::pair<std::uint8_t *, std::size_t>> filled_buffers() {
  const std::lock_guard guard(buffers.lock);
  return std::exchange(buffers.filled, {});
}

}  // namespace ladder

#endif
