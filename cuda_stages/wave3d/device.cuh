// What the device allows a kernel. No maths here.
#pragma once
#include <algorithm>

#include "cuda_stages/wave3d/entries.cuh"

namespace {

// Refuses a block that the kernel cannot have.
template <typename Kernel>
void must_allow(Kernel kernel, int threads) {
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  refuse_if(threads > attributes.maxThreadsPerBlock,
            "a block of " + std::to_string(threads) + " threads: this kernel can have " +
                std::to_string(attributes.maxThreadsPerBlock));
}

inline int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

// Lets the kernel have so many bytes of shared memory, or refuses.
template <typename Kernel>
void must_allow_shared(Kernel kernel, int bytes) {
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024;
  refuse_if(bytes > most, "the tiles of a block need " + std::to_string(bytes) +
                              " bytes of shared memory, and there are " + std::to_string(most) +
                              ": take smaller blocks");
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}

// How many blocks of a kernel a multiprocessor holds at once.
template <typename Kernel>
int blocks_a_multiprocessor(Kernel kernel, int threads, int shared_bytes = 0) {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes));
  return blocks;
}

// And the whole device.
template <typename Kernel>
int blocks_at_once(Kernel kernel, int threads, int shared_bytes) {
  return std::max(1, blocks_a_multiprocessor(kernel, threads, shared_bytes)) *
         device_attribute(cudaDevAttrMultiProcessorCount);
}

}  // namespace
