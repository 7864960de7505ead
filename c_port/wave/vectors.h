/* What the vectorised updates share: how long the processor's vectors are, and what the compiler
 * must know. */
#ifndef LADDER_VECTORS_H
#define LADDER_VECTORS_H

/* Tells the compiler nothing about the pointer: otherwise it computes the addresses of all 2M +
 * ABREAST columns before the loop over z, keeps them on the stack, and loads one for every load of
 * data. */
#define FORGET_ORIGIN(pointer) __asm__("" : "+r"(pointer))

/* Calls `action` with the half length, as a constant where it is one that people use; for the
 * others the loops over taps stay loops. */
#define FOR_HALF_LENGTH(m, action) \
  switch (m) {                     \
    case 2:                        \
      action(2);                   \
      break;                       \
    case 4:                        \
      action(4);                   \
      break;                       \
    case 8:                        \
      action(8);                   \
      break;                       \
    default:                       \
      action(m);                   \
      break;                       \
  }

/* Floats of the longest vectors that this processor has code here for. */
static inline int longest_vectors(void) {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma"))
    return 16;
#endif
  return 8;
}

#endif
