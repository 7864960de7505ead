// Hopper's tensor memory accelerator: boxes of a field into shared memory, and the barriers that tell of them. `tma`
// shows how they are used.
#pragma once
#include <cuda.h>

#include <cuda/barrier>
#include <cuda/ptx>

#include "cuda_stages/wave3d/run.cuh"

namespace {

inline void must_have_accelerator() {
  refuse_if(device_attribute(cudaDevAttrComputeCapabilityMajor) < 9,
            "the device has no tensor memory accelerator, which came with compute capability 9.0: "
            "take wide");
}

// Boxes of z by x cells of one plane. What of a box lies beyond the grid is filled with zeros.
inline CUtensorMap tensor_map(float *cells, const Grid &g, int z, int x) {
  refuse_if(z > 256 || x > 256, "a tile with its frame is at most 256 by 256 cells, this one " +
                                    std::to_string(z) + " by " + std::to_string(x));
  void *entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault,
                                         &found));
  if (found != cudaDriverEntryPointSuccess)
    throw Failure(LADDER_DEVICE_FAILED, "the driver has no cuTensorMapEncodeTiled");
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry);
  const cuuint64_t cells_of[] = {cuuint64_t(g.nz), cuuint64_t(g.nx), cuuint64_t(g.ny)};
  const cuuint64_t strides[] = {g.pitch * sizeof(float), g.plane * sizeof(float)};
  const cuuint32_t sides[] = {cuuint32_t(z), cuuint32_t(x), 1}, steps[] = {1, 1, 1};
  CUtensorMap map{};
  const CUresult code =
      encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 3, cells, cells_of, strides, sides, steps,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (code != CUDA_SUCCESS)
    throw Failure(LADDER_DEVICE_FAILED,
                  "cuTensorMapEncodeTiled refused the field (error " + std::to_string(code) + ")");
  return map;
}

// A barrier in shared memory. Its rounds end when `arrivals` have arrived and the bytes that were announced have come.
struct Barrier {
  std::uint64_t word;
  __device__ void prepare(int arrivals) {  // one thread
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_init(&word, arrivals);
#endif
  }
  __device__ void arrive() {
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_arrive(&word);
#endif
  }
  __device__ void arrive_and_expect(int bytes) {
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta,
                                         cuda::ptx::space_shared, &word, bytes);
#endif
  }
  // For the end of a round: even ones have parity 0. The round before the first one is over and has parity 1.
  __device__ void wait(int parity) {
#if __CUDA_ARCH__ >= 900
    while (!cuda::ptx::mbarrier_try_wait_parity(&word, parity)) {
    }
#endif
  }
};

__device__ inline void show_barriers_to_accelerator() {
#if __CUDA_ARCH__ >= 900
  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
#endif
}

// One thread; the box begins at cell (z, x, y), which may be negative.
__device__ inline void fetch_box(float *to, const CUtensorMap &map, int z, int x, int y,
                                 Barrier &barrier) {
#if __CUDA_ARCH__ >= 900
  const int begin[] = {z, x, y};
  cuda::ptx::cp_async_bulk_tensor(cuda::ptx::space_cluster, cuda::ptx::space_global, to, &map,
                                  begin, &barrier.word);
#endif
}

// Where a ring of slots in shared memory stands: the slot, and the parity of its round.
struct RingPlace {
  int slots, slot = 0, parity = 0;
  __device__ explicit RingPlace(int slots) : slots(slots) {}
  __device__ void next() {
    if (++slot == slots) slot = 0, parity ^= 1;
  }
};

}  // namespace
