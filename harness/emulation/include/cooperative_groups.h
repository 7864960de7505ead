// Cooperative groups: the block, tiles of a warp, the grid.
#pragma once
#include "cuda_runtime.h"

namespace cooperative_groups {

struct thread_block {
  void sync(LADDER_HERE) const { ladder_emulation::block_barrier(0, site); }
  static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned num_threads() { return size(); }
  static unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

struct grid_group {
  void sync(LADDER_HERE) const { ladder_emulation::grid_barrier(site); }
  static bool is_valid() { return true; }
  static unsigned long long num_blocks() {
    return 1ull * gridDim.x * gridDim.y * gridDim.z;
  }
  static unsigned long long block_rank() {
    return blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
  }
  static unsigned long long size() { return num_blocks() * thread_block::size(); }
  static unsigned long long num_threads() { return size(); }
  static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
};
inline grid_group this_grid() { return {}; }

// Lanes [first, first + Size) of a warp.
template <unsigned Size, typename Parent = thread_block>
struct thread_block_tile {
  static unsigned thread_rank() { return ladder_emulation::lane() % Size; }
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
  static unsigned first() { return ladder_emulation::lane() / Size * Size; }
  static unsigned mask() { return (Size == 32 ? ~0u : (1u << (Size & 31)) - 1) << first(); }
  void sync(LADDER_HERE) const { ladder_emulation::meet(mask(), 0, site); }
  template <typename T>
  T shfl(T value, int from, LADDER_HERE) const {
    return __shfl_sync(mask(), value, from, Size, site);
  }
  template <typename T>
  T shfl_up(T value, unsigned by, LADDER_HERE) const {
    return __shfl_up_sync(mask(), value, by, Size, site);
  }
  template <typename T>
  T shfl_down(T value, unsigned by, LADDER_HERE) const {
    return __shfl_down_sync(mask(), value, by, Size, site);
  }
  template <typename T>
  T shfl_xor(T value, unsigned by, LADDER_HERE) const {
    return __shfl_xor_sync(mask(), value, int(by), Size, site);
  }
  unsigned ballot(int p, LADDER_HERE) const { return __ballot_sync(mask(), p, site) >> first(); }
  int any(int p, LADDER_HERE) const { return __any_sync(mask(), p, site); }
  int all(int p, LADDER_HERE) const { return __all_sync(mask(), p, site); }
};
template <unsigned Size, typename Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
  return {};
}

template <typename Group>
void sync(const Group &group, LADDER_HERE) {
  group.sync(site);
}

template <typename T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <unsigned Size, typename Parent, typename T, typename Operation>
T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation, LADDER_HERE) {
  for (unsigned by = Size / 2; by > 0; by /= 2)
    value = operation(value, tile.shfl_xor(value, by, site));
  return value;
}

}  // namespace cooperative_groups
