// Atomic operations, and loads and stores with hints for caches.
#pragma once
#include <type_traits>

namespace ladder_emulation {

// An atomic operation by compare and exchange.
template <typename T, typename Change>
T change(T *address, Change changed) {
  T before;
  __atomic_load(address, &before, __ATOMIC_RELAXED);
  for (;;) {
    T after = changed(before);
    if (__atomic_compare_exchange(address, &before, &after, false, __ATOMIC_SEQ_CST,
                                  __ATOMIC_RELAXED))
      return before;
  }
}

}  // namespace ladder_emulation

#define LADDER_ATOMIC_FUNCTION(name, after)                                         \
  template <typename T>                                                             \
  T name(T *address, std::type_identity_t<T> value) {                               \
    return ladder_emulation::change(address, [&](T before) -> T { return after; }); \
  }                                                                                 \
  template <typename T>                                                             \
  T name##_block(T *address, std::type_identity_t<T> value) {                       \
    return name(address, value);                                                    \
  }                                                                                 \
  template <typename T>                                                             \
  T name##_system(T *address, std::type_identity_t<T> value) {                      \
    return name(address, value);                                                    \
  }
LADDER_ATOMIC_FUNCTION(atomicAdd, before + value)
LADDER_ATOMIC_FUNCTION(atomicSub, before - value)
LADDER_ATOMIC_FUNCTION(atomicExch, value)
LADDER_ATOMIC_FUNCTION(atomicMin, (value < before ? value : before))
LADDER_ATOMIC_FUNCTION(atomicMax, (value > before ? value : before))
LADDER_ATOMIC_FUNCTION(atomicAnd, before &value)
LADDER_ATOMIC_FUNCTION(atomicOr, before | value)
LADDER_ATOMIC_FUNCTION(atomicXor, before ^ value)
LADDER_ATOMIC_FUNCTION(atomicInc, (before >= value ? 0 : before + 1))
LADDER_ATOMIC_FUNCTION(atomicDec, (before == 0 || before > value ? value : before - 1))
#undef LADDER_ATOMIC_FUNCTION
template <typename T>
T atomicCAS(T *address, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
  return ladder_emulation::change(
      address, [&](T before) -> T { return before == compare ? value : before; });
}

// Loads and stores whose cache hints mean nothing here.
#define LADDER_LOAD(name)           \
  template <typename T>             \
  inline T name(const T *address) { \
    return *address;                \
  }
LADDER_LOAD(__ldg)
LADDER_LOAD(__ldca)
LADDER_LOAD(__ldcg)
LADDER_LOAD(__ldcs)
LADDER_LOAD(__ldlu)
LADDER_LOAD(__ldcv)
#undef LADDER_LOAD
#define LADDER_STORE(name)                                      \
  template <typename T>                                         \
  inline void name(T *address, std::type_identity_t<T> value) { \
    *address = value;                                           \
  }
LADDER_STORE(__stwb)
LADDER_STORE(__stcg)
LADDER_STORE(__stcs)
LADDER_STORE(__stwt)
#undef LADDER_STORE
