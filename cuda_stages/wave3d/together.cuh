// How blocks that march along y stay together, and what the second-level cache is told of the data, as `l2-aware`
// explains it.
#pragma once
#include "cuda_stages/wave3d/bulk_copy.cuh"

namespace {

// How far each block of a launch is. A word is the number of the launch in its upper half and planes in its lower one.
struct Progress {
  unsigned long long *of_block;
  unsigned long long launch;
  int ahead;  // planes that a block may be ahead of a neighbour; 0: any number

  // All threads of one warp: this block has asked for `planes` planes. Waits for neighbours that are too far behind. Those
  // that have not begun are not waited for, so the one that is furthest behind never waits.
  __device__ void tell_and_wait(int planes) const {
    if (!ahead) return;
    const int lane = threadIdx.x % 32;
    if (lane == 0) store(of_block + block(0, 0), (launch << 32) + planes);
    const int z = lane == 0 ? -1 : lane == 1 ? 1 : 0, x = lane == 2 ? -1 : lane == 3 ? 1 : 0;
    const int at_z = int(blockIdx.x) + z, at_x = int(blockIdx.y) + x;
    const bool exists = lane < 4 && at_z >= 0 && at_z < int(gridDim.x) && at_x >= 0 && at_x < int(gridDim.y);
    bool late;
    do {
      const unsigned long long other = exists ? load(of_block + block(z, x)) : 0;
      late = exists && other >> 32 == launch && int(other & 0x7fffffff) + ahead < planes;
    } while (__any_sync(0xffffffffu, late));
  }
  // One thread: nobody need wait for this block any more.
  __device__ void done() const {
    if (ahead) store(of_block + block(0, 0), (launch << 32) + 0x7fffffff - ahead);
  }

 private:
  // The block so many places away.
  __device__ static std::int64_t block(int z, int x) {
    return int(blockIdx.x) + z + std::int64_t{gridDim.x} * (int(blockIdx.y) + x + std::int64_t{gridDim.y} * blockIdx.z);
  }
  __device__ static void store(unsigned long long *at, unsigned long long value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(value) : "memory");
  }
  __device__ static unsigned long long load(const unsigned long long *at) {
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
    return value;
  }
};

// The words of all blocks, and the number of launches so far.
class ProgressWords {
 public:
  explicit ProgressWords(const dim3 &blocks) : words_(std::size_t{1} * blocks.x * blocks.y * blocks.z) {
    CHECK(cudaMemset(words_, 0, std::size_t{1} * blocks.x * blocks.y * blocks.z * sizeof(unsigned long long)));
  }
  Progress next_launch(int ahead) { return {words_, ++launches_, ahead}; }

 private:
  const DeviceBuffer<unsigned long long> words_;
  unsigned long long launches_ = 0;
};

// What is used once in a step: the cache may give it up first.
struct UsedOnce {
#if __CUDA_ARCH__ >= 900
  std::uint64_t policy;
  __device__ UsedOnce() { asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy)); }
#endif
  __device__ void fetch(float *to, const CUtensorMap &map, int z, int x, int y, Barrier &barrier) const {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
        "[%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(std::uint32_t(__cvta_generic_to_shared(to))),
        "l"(&map), "r"(z), "r"(x), "r"(y), "r"(std::uint32_t(__cvta_generic_to_shared(&barrier.word))), "l"(policy)
        : "memory");
#endif
  }
  __device__ void store(float *to, const float (&c)[4]) const {
#if __CUDA_ARCH__ >= 900
    asm volatile("st.global.L2::cache_hint.v4.f32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(to), "f"(c[0]), "f"(c[1]), "f"(c[2]),
                 "f"(c[3]), "l"(policy)
                 : "memory");
#endif
  }
};

}  // namespace
