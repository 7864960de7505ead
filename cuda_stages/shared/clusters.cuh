// Thread block clusters: their launch, their barrier, and stores into the shared memory of another block
// of the cluster. No maths here.
//
// Such a store is asynchronous and is counted by a barrier next to the cells: whoever has waited until
// that barrier has counted all bytes of a step sees them. One-way, and with no word to poll or unpack.
// Needs compute capability 9.0; the host refuses other devices before anything is launched.
#pragma once
#include "cuda_stages/shared/messages.cuh"

namespace {

using Arrivals = unsigned long long;  // a barrier that counts bytes

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

__device__ inline unsigned shared_address(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
// The value at this address of the block with that rank in the cluster.
__device__ inline unsigned address_of_rank(unsigned address, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}
__device__ inline void init_arrivals(Arrivals *arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(arrivals)) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
// By one thread of the block, once a round. Bytes may have arrived before.
__device__ inline void expect_bytes(Arrivals *arrivals, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
                   shared_address(arrivals)),
               "r"(bytes)
               : "memory");
}
// By all threads: until all bytes of a round of this parity have arrived.
__device__ inline void wait_for_bytes(Arrivals *arrivals, unsigned parity) {
  asm volatile(
      "{\n"
      " .reg .pred done;\n"
      "again:\n"
      " mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1;\n"
      " @!done bra again;\n"
      "}" ::"r"(shared_address(arrivals)),
      "r"(parity)
      : "memory");
}
// Both addresses are of one block.
__device__ inline void put_quad(unsigned to, const float4 &quad, unsigned arrivals) {
  asm volatile(
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, "
      "[%5];" ::"r"(to),
      "r"(__float_as_uint(quad.x)), "r"(__float_as_uint(quad.y)), "r"(__float_as_uint(quad.z)),
      "r"(__float_as_uint(quad.w)), "r"(arrivals)
      : "memory");
}
// A word (messages.cuh) into the shared memory of a block of the cluster, and from that of this block.
__device__ inline void put_near(unsigned at, const Word &w) {
  asm volatile(
      "{\n"
      " .reg .b64 low, high;\n"
      " .reg .b128 word;\n"
      " mov.b64 low, {%1, %2};\n"
      " mov.b64 high, {%3, %4};\n"
      " mov.b128 word, {low, high};\n"
      " st.relaxed.cluster.shared::cluster.b128 [%0], word;\n"
      "}" ::"r"(at),
      "f"(w.a), "f"(w.b), "f"(w.c), "r"(w.epoch)
      : "memory");
}
__device__ inline Word get_near(unsigned at) {
  Word w;
  asm volatile(
      "{\n"
      " .reg .b64 low, high;\n"
      " .reg .b128 word;\n"
      " ld.relaxed.cluster.shared::cta.b128 word, [%4];\n"
      " mov.b128 {low, high}, word;\n"
      " mov.b64 {%0, %1}, low;\n"
      " mov.b64 {%2, %3}, high;\n"
      "}"
      : "=f"(w.a), "=f"(w.b), "=f"(w.c), "=r"(w.epoch)
      : "r"(at)
      : "memory");
  return w;
}
// For all threads of the cluster. What they wrote before, all see behind it.
__device__ inline void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

#else

__device__ inline unsigned shared_address(const void *) { return 0; }
__device__ inline unsigned address_of_rank(unsigned, unsigned) { return 0; }
__device__ inline void init_arrivals(Arrivals *) {}
__device__ inline void expect_bytes(Arrivals *, unsigned) {}
__device__ inline void wait_for_bytes(Arrivals *, unsigned) {}
__device__ inline void put_quad(unsigned, const float4 &, unsigned) {}
__device__ inline void put_near(unsigned, const Word &) {}
__device__ inline Word get_near(unsigned) { return {}; }
__device__ inline void cluster_barrier() { __syncthreads(); }

#endif

// A launch with all blocks on the chip at once, in clusters of so many consecutive ones.
class ClusterLaunch {
 public:
  ClusterLaunch(int blocks, int threads, int shared_bytes, int cluster) {
    attributes_[0].id = cudaLaunchAttributeClusterDimension;
    attributes_[0].val.clusterDim.x = cluster;
    attributes_[0].val.clusterDim.y = attributes_[0].val.clusterDim.z = 1;
    attributes_[1].id = cudaLaunchAttributeCooperative;
    attributes_[1].val.cooperative = 1;
    config_.gridDim = dim3(blocks);
    config_.blockDim = dim3(threads);
    config_.dynamicSmemBytes = shared_bytes;
    config_.attrs = attributes_;
    config_.numAttrs = 2;
  }
  ClusterLaunch(const ClusterLaunch &) = delete;
  ClusterLaunch &operator=(const ClusterLaunch &) = delete;
  // How many such clusters are on the chip at once; 0 where it cannot have any.
  int clusters(const void *kernel) const {
    cudaLaunchConfig_t config = config_;
    config.numAttrs = 1;
    int count = 0;
    if (cudaOccupancyMaxActiveClusters(&count, kernel, &config) == cudaSuccess) return count;
    (void)cudaGetLastError();
    return 0;
  }
  void run(const void *kernel, void **arguments) const {
    CHECK(cudaLaunchKernelExC(&config_, kernel, arguments));
  }

 private:
  cudaLaunchAttribute attributes_[2] = {};
  cudaLaunchConfig_t config_ = {};
};

}  // namespace
