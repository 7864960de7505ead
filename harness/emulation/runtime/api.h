// What the parts of the emulated runtime share.
#pragma once
#include <functional>

#include "../include/cuda_runtime.h"
#include "counting.h"

namespace ladder_emulation {

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
