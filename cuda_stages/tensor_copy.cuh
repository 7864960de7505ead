// Bulk copies of boxes of a field into shared memory by the tensor memory accelerator (compute
// capability 9.0 and later): what a box is, how one is fetched, and how a block waits for it. What of a
// box lies beyond the field arrives as zeros. No maths here.
#pragma once
#include <cuda.h>

#include <cuda/barrier>
#include <cuda/ptx>

#include "cuda_stages/stage_cuda.cuh"

namespace {

struct TensorBox {
  int z, x;  // cells
};

// Boxes of a field of nz by nx cells, z fastest, columns `pitch` apart, the first cell at 16 bytes.
inline CUtensorMap tensor_map(float *field, int nz, int nx, int pitch, const TensorBox &box) {
  int major = 0;
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  refuse_if(major < 9,
            "the device has no tensor memory accelerator, which came with compute "
            "capability 9.0: take regtile");
  refuse_if(box.z > 256 || box.x > 256,
            "a tile with its halo is at most 256 by 256 cells, this one " + std::to_string(box.z) +
                " by " + std::to_string(box.x));
  void *entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault,
                                         &found));
  if (found != cudaDriverEntryPointSuccess)
    throw Failure(LADDER_DEVICE_FAILED, "the driver has no cuTensorMapEncodeTiled");
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry);
  const cuuint64_t cells[] = {cuuint64_t(nz), cuuint64_t(nx)};
  const cuuint64_t strides[] = {pitch * sizeof(float)};
  const cuuint32_t sides[] = {cuuint32_t(box.z), cuuint32_t(box.x)}, steps[] = {1, 1};
  CUtensorMap map{};
  const CUresult code =
      encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, field, cells, strides, sides, steps,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (code != CUDA_SUCCESS)
    throw Failure(LADDER_DEVICE_FAILED,
                  "cuTensorMapEncodeTiled refused the field (error " + std::to_string(code) + ")");
  return map;
}

template <typename Kernel>
void allow_shared_memory(Kernel kernel, int bytes) {
  int most = 0;
  CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  refuse_if(bytes + 1024 > most, "a tile with its halo needs " + std::to_string(bytes) +
                                     " bytes of shared memory, and the device has " +
                                     std::to_string(most));
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}

// A barrier in shared memory that counts the bytes of one copy.
struct Arrival {
  std::uint64_t barrier;
  __device__ void prepare() {  // one thread
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_init(&barrier, 1);
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);  // the accelerator must see it
#endif
  }
  __device__ void wait() {
#if __CUDA_ARCH__ >= 900
    while (!cuda::ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
#endif
  }
};

// One thread; the box begins at cell (z, x), which may be negative.
__device__ inline void fetch_tile(float *to, const CUtensorMap &map, int z, int x, int bytes,
                                  Arrival &arrival) {
#if __CUDA_ARCH__ >= 900
  const int begin[] = {z, x};
  cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta,
                                       cuda::ptx::space_shared, &arrival.barrier, bytes);
  cuda::ptx::cp_async_bulk_tensor(cuda::ptx::space_cluster, cuda::ptx::space_global, to, &map,
                                  begin, &arrival.barrier);
#endif
}

}  // namespace
