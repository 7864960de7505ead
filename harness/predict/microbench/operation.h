// An operation that a micro-benchmark repeats: what it does to x, the i-th time in a turn of a
// loop, and how often a turn does it.
#pragma once

#define LADDER_OPERATION(NAME, TYPE, PER_TURN, TEXT)                               \
  struct NAME {                                                                    \
    using Type = TYPE;                                                             \
    static constexpr int per_turn = PER_TURN;                                      \
    static __device__ __forceinline__ void apply(Type &x, Type y, int i) { TEXT; } \
  }
