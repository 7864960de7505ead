// Bulk copies of Hopper's tensor memory accelerator: boxes of a field come into shared memory, and
// a barrier there counts their bytes. No maths here.
#pragma once
#include <cuda.h>

#include <array>
#include <cuda/ptx>

#include "cuda_stages/shared/stage_cuda.cuh"

namespace {

// Boxes of a field of D axes, the fastest first: its cells, where its lines, planes begin [cells],
// and a box's sides.
template <int D>
struct TensorBoxes {
  std::array<std::int64_t, D> cells;
  std::array<std::int64_t, D - 1> pitches;
  std::array<int, D> sides;
  CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
};

// `instead`: a stage that does not need the accelerator.
inline void must_have_accelerator(const std::string &instead) {
  int major = 0;
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  refuse_if(major < 9,
            "the device has no tensor memory accelerator, which came with compute capability 9.0: "
            "take " +
                instead);
}

// What of a box lies beyond the field is filled with zeros.
template <int D>
CUtensorMap tensor_map(float *field, const TensorBoxes<D> &boxes, const std::string &instead) {
  must_have_accelerator(instead);
  void *entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault,
                                         &found));
  if (found != cudaDriverEntryPointSuccess)
    throw Failure(LADDER_DEVICE_FAILED, "the driver has no cuTensorMapEncodeTiled");
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry);
  cuuint64_t cells[D], strides[D - 1];
  cuuint32_t sides[D], steps[D];
  for (int d = 0; d < D; ++d) {
    cells[d] = boxes.cells[d], sides[d] = boxes.sides[d], steps[d] = 1;
    if (d > 0) strides[d - 1] = boxes.pitches[d - 1] * sizeof(float);
    refuse_if(boxes.sides[d] > 256,
              "a box of the accelerator is at most 256 cells along an axis, "
              "this one " +
                  std::to_string(boxes.sides[d]));
  }
  CUtensorMap map{};
  const CUresult code =
      encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, D, field, cells, strides, sides, steps,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, boxes.promotion,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (code != CUDA_SUCCESS)
    throw Failure(LADDER_DEVICE_FAILED,
                  "cuTensorMapEncodeTiled refused the field (error " + std::to_string(code) + ")");
  return map;
}

// A barrier in shared memory. Its rounds end when `arrivals` threads have arrived and the bytes
// that they expect have come.
struct Arrival {
  std::uint64_t barrier;
  __device__ void prepare(int arrivals = 1) {  // one thread
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_init(&barrier, arrivals);
#endif
  }
  __device__ void arrive() {
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_arrive(&barrier);
#endif
  }
  // Arrives, and announces bytes.
  __device__ void expect(int bytes) {
#if __CUDA_ARCH__ >= 900
    cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta,
                                         cuda::ptx::space_shared, &barrier, bytes);
#endif
  }
  // For the end of a round: even ones have parity 0. The round before the first one is over and has
  // parity 1.
  __device__ void wait(int parity) {
#if __CUDA_ARCH__ >= 900
    while (!cuda::ptx::mbarrier_try_wait_parity(&barrier, parity)) {
    }
#endif
  }
};

// After prepare, before the first copy.
__device__ inline void show_barriers_to_accelerator() {
#if __CUDA_ARCH__ >= 900
  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
#endif
}

// One thread; the box begins at these cells, which may be negative. Beyond the field come zeros.
template <int D>
__device__ inline void fetch_box(float *to, const CUtensorMap &map, const int (&begin)[D],
                                 Arrival &arrival) {
#if __CUDA_ARCH__ >= 900
  cuda::ptx::cp_async_bulk_tensor(cuda::ptx::space_cluster, cuda::ptx::space_global, to, &map,
                                  begin, &arrival.barrier);
#endif
}

}  // namespace
