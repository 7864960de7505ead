// Barriers of a cluster of blocks and of the whole grid; that of a block is among the operations.
#include <cooperative_groups.h>

#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int samples = 15, barriers_a_turn = 16;

// holds: UCGABAR_ARV >= 16, UCGABAR_WAIT >= 16, others <= 180 in a loop
__global__ void wait_for_cluster(Cycles *cycles, int turns) {
#if __CUDA_ARCH__ >= 900
  for (int sample = 0; sample <= samples; ++sample) {
    const Cycles start = now();
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn)
#pragma unroll
      for (int i = 0; i < barriers_a_turn; ++i)
        asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::
                         : "memory");
    const Cycles stop = now();
    if (sample > 0 && threadIdx.x == 0 && blockIdx.x == 0) cycles[sample - 1] = stop - start;
  }
#endif
}

// holds: ATOM|RED >= 1, MEMBAR >= 1 in a loop
__global__ void wait_for_grid(int times) {
  const auto grid = cooperative_groups::this_grid();
#pragma unroll 1
  for (int i = 0; i < times; ++i) grid.sync();
}

Samples run_cluster(Bench &bench, int blocks, int turns) {
  Device<Cycles> cycles(samples);
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute size;
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim.x = static_cast<unsigned>(blocks);
  size.val.clusterDim.y = size.val.clusterDim.z = 1;
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(256);
  config.stream = bench.stream();
  config.attrs = &size;
  config.numAttrs = 1;
  check(cudaFuncSetAttribute(wait_for_cluster, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  check(cudaLaunchKernelEx(&config, wait_for_cluster, cycles.get(), turns));
  check(cudaStreamSynchronize(bench.stream()));
  Samples found;
  for (const Cycles each : cycles.host()) found.push_back(static_cast<double>(each));
  return found;
}

Samples run_grid(Bench &bench, int blocks, int threads, int times) {
  return bench.seconds(samples, [&] {
    void *arguments[] = {&times};
    check(cudaLaunchCooperativeKernel(
        reinterpret_cast<void *>(wait_for_grid), dim3(static_cast<unsigned>(blocks)),
        dim3(static_cast<unsigned>(threads)), arguments, 0, bench.stream()));
  });
}

void measure_grid(Bench &bench) {
  const int processors = bench.device().multiProcessorCount;
  for (int threads : {32, 256, 1024})
    bench.add("barrier.grid", "s",
              slopes(run_grid(bench, processors, threads, 50),
                     run_grid(bench, processors, threads, 250), 200),
              event_resolution_s / 200, "threads a block", threads);
  bench.add("barrier.grid_two_blocks", "s",
            slopes(run_grid(bench, 2 * processors, 256, 50),
                   run_grid(bench, 2 * processors, 256, 250), 200),
            event_resolution_s / 200, "threads a block", 256);
}

// Sixteen blocks are more than a device must be able to hold in one cluster.
void measure_cluster(Bench &bench) {
  for (int blocks = 2; blocks <= 16; blocks *= 2) {
    const double operations = 8.0 * barriers_a_turn;
    bench.add("barrier.cluster", "cycles",
              slopes(run_cluster(bench, blocks, 4), run_cluster(bench, blocks, 12), operations),
              1 / operations, "blocks", blocks);
  }
}

}  // namespace

void measure_barriers(Bench &bench) {
  if (bench.device().cooperativeLaunch) measure_grid(bench);
  if (bench.hopper()) measure_cluster(bench);
}

}  // namespace ladder::microbench
