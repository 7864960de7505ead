// What a thread of an emulated kernel may call: where it is, barriers, shuffles, atomics, shared
// memory. Nothing here is seen by the instrumentation of memory accesses (shadow.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "vector_types.h"

namespace ladder_emulation {

// Of the runtime's own memory: a kernel that is instrumented must not report it.
#define LADDER_UNSEEN __attribute__((no_sanitize("thread", "undefined")))

struct Place {
  uint3 thread, block;
  dim3 block_size, grid_size;
};
// constinit: else each use calls a function that may have to initialize it.
extern constinit thread_local Place here __attribute__((tls_model("initial-exec")));

LADDER_UNSEEN inline uint3 thread_of_kernel() { return here.thread; }
LADDER_UNSEEN inline uint3 block_of_kernel() { return here.block; }
LADDER_UNSEEN inline dim3 size_of_block() { return here.block_size; }
LADDER_UNSEEN inline dim3 size_of_grid() { return here.grid_size; }

// Where a call is in the user's source.
struct Site {
  const char *file;
  int line;
};
#define LADDER_HERE ::ladder_emulation::Site site = {__builtin_FILE(), __builtin_LINE()}

// Barriers. The sum of `value` over the block.
int block_barrier(int value, Site);
void grid_barrier(Site);
void fence();

// The lanes of `mask` meet; each brings a value and sees those of the others.
struct Lanes {
  std::uint64_t value[32];
  unsigned there;  // lanes that brought one
};
Lanes meet(unsigned mask, std::uint64_t value, Site);
unsigned lane();
unsigned active_lanes();

struct Slot {
  std::size_t offset, bytes;
  const char *name;
};
Slot *new_slot(std::size_t bytes);
void *shared_of_block(Slot *, const char *name);
void *dynamic_of_block(const char *name);
std::size_t dynamic_bytes();
[[noreturn]] void trap(const char *what, Site);

template <typename T, typename Tag>
inline Slot *const slot_of = new_slot(sizeof(T));

// A variable of the block's shared memory. Tag: a type of its own for each.
template <typename T, typename Tag>
LADDER_UNSEEN inline T &shared(const char *name) {
  return *static_cast<T *>(shared_of_block(slot_of<T, Tag>, name));
}
template <typename T>
LADDER_UNSEEN inline T *dynamic_shared(const char *name) {
  return static_cast<T *>(dynamic_of_block(name));
}
// The same, declared outside of a function.
template <typename T>
struct DynamicShared {
  operator T *() const { return dynamic_shared<T>("dynamic shared memory"); }
  T *operator&() const { return *this; }
};

template <typename T>
LADDER_UNSEEN inline T of_lane(const Lanes &lanes, unsigned lane, T otherwise) {
  if (!(lanes.there >> (lane & 31) & 1)) return otherwise;
  T value;
  std::memcpy(&value, &lanes.value[lane & 31], sizeof value);
  return value;
}
template <typename T>
LADDER_UNSEEN inline Lanes meet_with(unsigned mask, T value, Site site) {
  static_assert(sizeof(T) <= 8, "a shuffle takes values of at most 8 bytes");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return meet(mask, bits, site);
}
// What a lane reads that nobody wrote: all bits set, a NaN.
template <typename T>
LADDER_UNSEEN inline T nothing() {
  T value;
  std::memset(&value, 0xff, sizeof value);
  return value;
}

}  // namespace ladder_emulation

#define threadIdx (::ladder_emulation::thread_of_kernel())
#define blockIdx (::ladder_emulation::block_of_kernel())
#define blockDim (::ladder_emulation::size_of_block())
#define gridDim (::ladder_emulation::size_of_grid())
constexpr int warpSize = 32;

inline void __syncthreads(LADDER_HERE) { ladder_emulation::block_barrier(0, site); }
inline int __syncthreads_count(int p, LADDER_HERE) {
  return ladder_emulation::block_barrier(p != 0, site);
}
inline int __syncthreads_or(int p, LADDER_HERE) {
  return ladder_emulation::block_barrier(p != 0, site) != 0;
}
inline int __syncthreads_and(int p, LADDER_HERE) {
  return ladder_emulation::block_barrier(p == 0, site) == 0;
}
inline void __threadfence() { ladder_emulation::fence(); }
inline void __threadfence_block() { ladder_emulation::fence(); }
inline void __threadfence_system() { ladder_emulation::fence(); }
inline void __syncwarp(unsigned mask = ~0u, LADDER_HERE) { ladder_emulation::meet(mask, 0, site); }
inline unsigned __activemask() { return ladder_emulation::active_lanes(); }

LADDER_UNSEEN inline unsigned __ballot_sync(unsigned mask, int p, LADDER_HERE) {
  const ladder_emulation::Lanes all = ladder_emulation::meet(mask, p != 0, site);
  unsigned set = 0;
  for (unsigned k = 0; k < 32; ++k)
    if ((all.there >> k & 1) && all.value[k]) set |= 1u << k;
  return set;
}
LADDER_UNSEEN inline int __all_sync(unsigned mask, int p, LADDER_HERE) {
  return __ballot_sync(mask, !p, site) == 0;
}
LADDER_UNSEEN inline int __any_sync(unsigned mask, int p, LADDER_HERE) {
  return __ballot_sync(mask, p, site) != 0;
}
template <typename T>
LADDER_UNSEEN unsigned __match_any_sync(unsigned mask, T value, LADDER_HERE) {
  const ladder_emulation::Lanes all = ladder_emulation::meet_with(mask, value, site);
  unsigned set = 0;
  for (unsigned k = 0; k < 32; ++k)
    if ((all.there >> k & 1) && all.value[k] == all.value[ladder_emulation::lane()]) set |= 1u << k;
  return set;
}

template <typename T>
LADDER_UNSEEN T __shfl_sync(unsigned mask, T value, int from, int width = 32, LADDER_HERE) {
  const auto all = ladder_emulation::meet_with(mask, value, site);
  const unsigned lane = ladder_emulation::lane(), base = lane & ~(width - 1u);
  return ladder_emulation::of_lane(all, base + (from & (width - 1)),
                                   ladder_emulation::nothing<T>());
}
template <typename T>
LADDER_UNSEEN T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32, LADDER_HERE) {
  const auto all = ladder_emulation::meet_with(mask, value, site);
  const unsigned lane = ladder_emulation::lane();
  if ((lane & (width - 1u)) < by) return value;
  return ladder_emulation::of_lane(all, lane - by, ladder_emulation::nothing<T>());
}
template <typename T>
LADDER_UNSEEN T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32, LADDER_HERE) {
  const auto all = ladder_emulation::meet_with(mask, value, site);
  const unsigned lane = ladder_emulation::lane();
  if ((lane & (width - 1u)) + by >= static_cast<unsigned>(width)) return value;
  return ladder_emulation::of_lane(all, lane + by, ladder_emulation::nothing<T>());
}
template <typename T>
LADDER_UNSEEN T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32, LADDER_HERE) {
  const auto all = ladder_emulation::meet_with(mask, value, site);
  const unsigned lane = ladder_emulation::lane(), from = lane ^ by;
  if ((from & ~(width - 1u)) > (lane & ~(width - 1u))) return value;
  return ladder_emulation::of_lane(all, from, ladder_emulation::nothing<T>());
}
#define LADDER_REDUCE(name, type, operation)                                \
  LADDER_UNSEEN inline type name(unsigned mask, type value, LADDER_HERE) {  \
    const auto all = ladder_emulation::meet_with(mask, value, site);        \
    type a = value;                                                         \
    for (unsigned k = 0; k < 32; ++k) {                                     \
      if (!(all.there >> k & 1) || k == ladder_emulation::lane()) continue; \
      const type b = ladder_emulation::of_lane(all, k, value);              \
      a = operation;                                                        \
    }                                                                       \
    return a;                                                               \
  }
LADDER_REDUCE(__reduce_add_sync, unsigned, a + b)
LADDER_REDUCE(__reduce_add_sync, int, a + b)
LADDER_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
LADDER_REDUCE(__reduce_min_sync, int, a < b ? a : b)
LADDER_REDUCE(__reduce_max_sync, unsigned, a > b ? a : b)
LADDER_REDUCE(__reduce_max_sync, int, a > b ? a : b)
LADDER_REDUCE(__reduce_and_sync, unsigned, a &b)
LADDER_REDUCE(__reduce_or_sync, unsigned, a | b)
LADDER_REDUCE(__reduce_xor_sync, unsigned, a ^ b)
#undef LADDER_REDUCE

#define __trap() ::ladder_emulation::trap("__trap", {__builtin_FILE(), __builtin_LINE()})
inline void __nanosleep(unsigned) {}
inline long long clock64() { return 0; }
