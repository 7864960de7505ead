// Shared memory of the other blocks of a cluster: how long a load takes, and how much passes.
#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int samples = 11, loads_a_turn = 16, words = 4096, threads = 1024;

struct Link {
  Link *next;
};

// The address of what is at the same place in the shared memory of another block of the cluster.
template <class T>
__device__ __forceinline__ T *mapped(T *at, unsigned rank) {
  T *there = at;
#if __CUDA_ARCH__ >= 900
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(at), "r"(rank));
#endif
  return there;
}

__device__ __forceinline__ void wait_for_cluster() {
#if __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
#endif
}

// The first warp of block 0 follows an address in the shared memory of block `rank` that points at
// itself.
// holds: LD >= 16, others <= 8 in a loop
__global__ void chase(Cycles *cycles, int turns, unsigned rank, Link *sink) {
#if __CUDA_ARCH__ >= 900
  __shared__ Link own[32];
  unsigned block = 0;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(block));
  own[threadIdx.x].next = mapped(own + threadIdx.x, block);
  wait_for_cluster();
  Link *at = mapped(own + threadIdx.x, rank);
  if (block == 0)
    for (int sample = 0; sample <= samples; ++sample) {
      const Cycles start = now();
#pragma unroll 1
      for (int turn = 0; turn < turns; ++turn)
#pragma unroll
        for (int i = 0; i < loads_a_turn; ++i)
          asm volatile("ld.volatile.u64 %0, [%0];" : "+l"(at)::"memory");
      const Cycles stop = now();
      if (sample > 0 && threadIdx.x == 0) cycles[sample - 1] = stop - start;
    }
  wait_for_cluster();  // the memory of a block that has ended is gone
  if (block == 0) sink[threadIdx.x].next = at;
#endif
}

// Each block reads the shared memory of the next one in its cluster, 16 B a thread and load.
// holds: LD >= 8, others <= 48 in a loop
__global__ void __launch_bounds__(1024)
    stream_from_next(int turns, unsigned cluster_size, float *sink) {
#if __CUDA_ARCH__ >= 900
  __shared__ float4 own[words / 4];
  unsigned block = 0;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(block));
  for (unsigned i = threadIdx.x; i < words / 4; i += blockDim.x) own[i] = make_float4(0, 0, 0, 0);
  wait_for_cluster();
  const float4 *from = mapped(own + threadIdx.x % 256, (block + 1) % cluster_size);
  float sum = 0;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    float4 v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
      // Loads of one address in each turn would be taken out of the loop.
      asm volatile("ld.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(v[i].x), "=f"(v[i].y), "=f"(v[i].z), "=f"(v[i].w)
                   : "l"(from + 64 * i + turn % 64)
                   : "memory");
#pragma unroll
    for (int i = 0; i < 8; ++i) sum += v[i].x + v[i].y + v[i].z + v[i].w;
  }
  wait_for_cluster();
  if (sum == 1.2345f) *sink = sum;
#endif
}

cudaLaunchConfig_t config_of(Bench &bench, int grid, int threads, int cluster,
                             cudaLaunchAttribute &size) {
  cudaLaunchConfig_t config = {};
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim.x = static_cast<unsigned>(cluster);
  size.val.clusterDim.y = size.val.clusterDim.z = 1;
  config.gridDim = dim3(static_cast<unsigned>(grid));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.stream = bench.stream();
  config.attrs = &size;
  config.numAttrs = 1;
  return config;
}

Samples run_chase(Bench &bench, int cluster, int rank, int turns) {
  Device<Cycles> cycles(samples);
  Device<Link> sink(32);
  cudaLaunchAttribute size;
  const auto config = config_of(bench, cluster, 32, cluster, size);
  check(cudaLaunchKernelEx(&config, chase, cycles.get(), turns, static_cast<unsigned>(rank),
                           sink.get()));
  check(cudaStreamSynchronize(bench.stream()));
  Samples found;
  for (const Cycles each : cycles.host()) found.push_back(static_cast<double>(each));
  return found;
}

// As many clusters as the device can hold at once, one block a multiprocessor: shared memory that
// is asked for and not used keeps a second one out.
void measure_bandwidth(Bench &bench, int cluster) {
  const Device<float> sink(1);
  const auto *kernel = reinterpret_cast<const void *>(stream_from_next);
  const int kept = static_cast<int>(bench.device().sharedMemPerBlockOptin) - 4 * words;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kept));
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  cudaLaunchAttribute size;
  auto config = config_of(bench, cluster, threads, cluster, size);
  config.dynamicSmemBytes = static_cast<std::size_t>(kept);
  int clusters = 0;
  check(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
  if (clusters == 0) return;  // a cluster of this size does not fit
  const int blocks = clusters * cluster;
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  const auto seconds = [&](int turns) {
    return bench.seconds(samples, [&] {
      check(cudaLaunchKernelEx(&config, stream_from_next, turns, static_cast<unsigned>(cluster),
                               sink.get()));
    });
  };
  Samples rates = slopes(seconds(200), seconds(1000), 800);
  for (double &each : rates) each = double(threads) * 8 * 16 / (each * bench.clock_hz());
  bench.add("bandwidth.distributed_shared", "B/cycle", rates, 0, "blocks", cluster);
  bench.add("cluster.multiprocessors", "1", {double(blocks), 0}, 1, "blocks", cluster);
}

}  // namespace

void measure_clusters(Bench &bench) {
  if (!bench.hopper()) return;
  const double operations = 16.0 * loads_a_turn;
  for (int cluster : {2, 4, 8})
    for (int rank = 0; rank < cluster; ++rank)
      bench.add("latency.distributed_shared.of_" + std::to_string(cluster), "cycles",
                slopes(run_chase(bench, cluster, rank, 8), run_chase(bench, cluster, rank, 24),
                       operations),
                1 / operations, "rank", rank);
  for (int cluster : {2, 3, 4, 5, 6, 7, 8, 16}) measure_bandwidth(bench, cluster);
}

}  // namespace ladder::microbench
