// Prefetching copies: how much of the time they take passes while blocks compute. Blocks go through
// pieces of memory that bulk copies bring into a ring of shared memory, and multiply each with
// itself for a while.
#include "harness/predict/microbench/bulk_copy.h"
#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int threads = 256, chains = 4, in_flight = 4, blocks_a_multiprocessor = 2;
constexpr unsigned bytes = 16384;  // of a piece

// Each block takes `pieces` of them, `computing` multiply-adds a thread for each. Copies: of device
// memory, as many in flight as there is room; without: the same piece again and again.
// holds: FFMA >= 4 in a loop
template <bool copies>
__global__ void compute_meanwhile(const char *from, int pieces, int computing, float *never) {
  extern __shared__ __align__(128) char room[];
  __shared__ __align__(8) unsigned long long barriers[in_flight];
  const auto fetch = [&](int piece) {
    if (!copies || threadIdx.x != 0 || piece >= pieces) return;
    copy(room + piece % in_flight * bytes,
         from + (std::size_t(piece) * gridDim.x + blockIdx.x) * bytes, bytes,
         &barriers[piece % in_flight]);
  };
  if (copies && threadIdx.x == 0)
    for (auto &barrier : barriers) begin_barrier(&barrier);
  for (int piece = 0; piece < in_flight; ++piece) fetch(piece);
  __syncthreads();
  float sum[chains] = {0, 1, 2, 3};
  for (int piece = 0; piece < pieces; ++piece) {
    if (copies) wait(&barriers[piece % in_flight], unsigned(piece / in_flight) & 1);
    const float value =
        reinterpret_cast<const float *>(room + piece % in_flight * bytes)[threadIdx.x];
#pragma unroll 4
    for (int k = 0; k < computing; k += chains)
#pragma unroll
      for (float &each : sum) each = fmaf(each, value, 1.0f);
    __syncthreads();  // all are done with the piece
    fetch(piece + in_flight);
  }
  if (sum[0] + sum[1] + sum[2] + sum[3] == 0.5f) *never = sum[0];
}

// Seconds of a piece.
template <bool copies>
Samples seconds_of_piece(Bench &bench, const Device<char> &memory, int pieces, int computing) {
  const int blocks = blocks_a_multiprocessor * bench.device().multiProcessorCount;
  const auto seconds = [&](int count) {
    return bench.seconds(9, [&] {
      compute_meanwhile<copies><<<blocks, threads, in_flight * bytes, bench.stream()>>>(
          memory.get(), count, computing, reinterpret_cast<float *>(memory.get()));
    });
  };
  return slopes(seconds(pieces / 2), seconds(pieces), pieces - pieces / 2);
}

}  // namespace

void measure_copies_ahead(Bench &bench) {
  if (!bench.hopper()) return;
  constexpr std::size_t most_bytes = 1u << 30;
  const Device<char> memory(most_bytes);
  check(cudaMemset(memory.get(), 0, most_bytes));
  for (const auto kernel : {compute_meanwhile<true>, compute_meanwhile<false>})
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               in_flight * bytes));
  const int blocks = blocks_a_multiprocessor * bench.device().multiProcessorCount,
            pieces = static_cast<int>(most_bytes / bytes) / blocks;
  bench.add("ahead.copied", "s", seconds_of_piece<true>(bench, memory, pieces, 0), 0);
  for (int computing = 128; computing <= 2048; computing *= 2) {
    const char *over = "multiply-adds of a thread and piece";
    bench.add("ahead.computed", "s", seconds_of_piece<false>(bench, memory, pieces, computing), 0,
              over, computing);
    bench.add("ahead.both", "s", seconds_of_piece<true>(bench, memory, pieces, computing), 0, over,
              computing);
  }
}

}  // namespace ladder::microbench
