// Copies that are asynchronous on a GPU; here they are complete at once.
#pragma once
#include "cuda_runtime.h"

inline void __pipeline_memcpy_async(void *to, const void *from, std::size_t bytes,
                                    std::size_t zeros = 0) {
  const std::size_t copied = bytes - zeros;
  auto *target = static_cast<int *>(to);
  const auto *source = static_cast<const int *>(from);
  for (std::size_t k = 0; 4 * k < bytes; ++k) target[k] = 4 * k < copied ? source[k] : 0;
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}
