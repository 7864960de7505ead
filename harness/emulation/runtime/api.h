// What the parts of the emulated runtime share.
#pragma once
#include <functional>

#include "../include/cuda_runtime.h"
#include "executor.h"

// What the counted build is notified of; in other builds these are null. See
// ../counting/.
extern "C" {
__attribute__((weak)) void ladder_count_launch(const ladder_emulation::Launch *, bool begins);
// "copy", "fill", "wait", "allocate", "free", "record" of the graph `to` with the number of its
// nodes, and "graph" with those that it launches, which follow. `from` is given for copies alone.
__attribute__((weak)) void ladder_count(const char *what, std::size_t bytes, const void *to,
                                        const void *from);
// Multiprocessors of the GPU, where counts are all that is wanted of a run: results are wrong then,
// and of a launch only the blocks are run that this leaves. 0: everything runs.
__attribute__((weak)) int ladder_sampled();
__attribute__((weak)) void ladder_leave_sample(std::vector<std::uint64_t> &blocks);
}

namespace ladder_emulation {

inline int sampled() { return &ladder_sampled ? ladder_sampled() : 0; }
inline void count(const char *what, std::size_t bytes = 0, const void *to = nullptr,
                  const void *from = nullptr) {
  if (&ladder_count) ladder_count(what, bytes, to, from);
}

// Of a sampled run those of the GPU that is predicted for; its memory is not touched.
inline std::size_t device_memory() { return std::size_t{sampled() ? 80u : 8u} << 30; }
inline int multiprocessors() { return sampled() ? sampled() : 8; }
constexpr std::size_t shared_of_kernel = 49152, most_shared = 232448;

cudaError_t failed(cudaError_t);  // it is what cudaGetLastError returns next
cudaError_t state();              // sticky: a kernel did what it must not
// Now, or when the graph that is being captured is launched.
cudaError_t submit(std::function<cudaError_t()>);
cudaError_t release(void *);
cudaError_t register_host(void *, std::size_t);
// A launch that failed, and whose error nobody has asked for when the next one comes.
void note_launch_error(const Launch &);
void refuse_unread_error(Site next);

}  // namespace ladder_emulation
