#include "harness/bench/run/cold_cache.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#ifdef LADDER_HAVE_CUDA
#include <cuda_runtime_api.h>
#endif

namespace ladder {
namespace {

void empty_host_caches() {
  static std::vector<char> room;
  static char turn = 0;
  const long last_level = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE));
  room.resize(static_cast<std::size_t>(std::max(2 * last_level, 64L << 20)));
  std::fill(room.begin(), room.end(), ++turn);
}

void empty_device_cache() {
#ifdef LADDER_HAVE_CUDA
  int l2 = 0;
  void *room = nullptr;
  if (cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0) != cudaSuccess) return;
  const std::size_t bytes = 2 * static_cast<std::size_t>(l2);
  if (cudaMalloc(&room, bytes) != cudaSuccess) return;
  cudaMemset(room, 1, bytes);
  cudaDeviceSynchronize();
  cudaFree(room);
#endif
}

}  // namespace

void empty_caches(ladder_device device) {
  if (device == LADDER_ON_CUDA) empty_device_cache();
  empty_host_caches();
}

}  // namespace ladder
