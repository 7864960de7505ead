// Every read and write that a translation unit compiled with `-fsanitize=thread` makes, handed to
// one function. GCC and clang put a call of __tsan_readN or __tsan_writeN before each access to
// memory that another thread could see. The program is linked without -fsanitize=thread, so these
// definitions take the place of the sanitizer's library.
//
// Not reported: locals that stay in registers or whose address is never taken (among them local
// arrays of a fixed size), and accesses inside of library functions such as memcpy.
//
// Include this in exactly one translation unit, which is itself compiled without -fsanitize=thread
// and defines before it, with C linkage,
//   void ladder_on_access(const void *address, size_t bytes, enum ladder_access kind,
//                         const void *code);
// code: the return address in the instrumented code; addr2line or dladdr give file and line.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ladder_access { LADDER_READ, LADDER_WRITE, LADDER_ATOMIC };
void ladder_on_access(const void *address, size_t bytes, enum ladder_access kind,
                      const void *code);

#define LADDER_SEES(name, bytes, kind)                                                \
  void name(void *address) {                                                          \
    ladder_on_access(address, bytes, kind, __builtin_return_address(0));              \
  }
#define LADDER_SEES_SIZE(bytes)                                                       \
  LADDER_SEES(__tsan_read##bytes, bytes, LADDER_READ)                                 \
  LADDER_SEES(__tsan_write##bytes, bytes, LADDER_WRITE)                               \
  LADDER_SEES(__tsan_unaligned_read##bytes, bytes, LADDER_READ)                       \
  LADDER_SEES(__tsan_unaligned_write##bytes, bytes, LADDER_WRITE)                     \
  LADDER_SEES(__tsan_volatile_read##bytes, bytes, LADDER_READ)                        \
  LADDER_SEES(__tsan_volatile_write##bytes, bytes, LADDER_WRITE)                      \
  LADDER_SEES(__tsan_unaligned_volatile_read##bytes, bytes, LADDER_READ)              \
  LADDER_SEES(__tsan_unaligned_volatile_write##bytes, bytes, LADDER_WRITE)
LADDER_SEES_SIZE(1)
LADDER_SEES_SIZE(2)
LADDER_SEES_SIZE(4)
LADDER_SEES_SIZE(8)
LADDER_SEES_SIZE(16)
#undef LADDER_SEES_SIZE
#undef LADDER_SEES

void __tsan_read_range(void *address, size_t bytes) {
  ladder_on_access(address, bytes, LADDER_READ, __builtin_return_address(0));
}
void __tsan_write_range(void *address, size_t bytes) {
  ladder_on_access(address, bytes, LADDER_WRITE, __builtin_return_address(0));
}

// One call an operation of __atomic_*: reported, then done.
#define LADDER_ATOMIC_OP(type, bits, name, builtin)                                   \
  type __tsan_atomic##bits##_##name(volatile type *a, type value, int order) {        \
    (void)order;                                                                      \
    ladder_on_access((const void *)a, sizeof(type), LADDER_ATOMIC,                    \
                     __builtin_return_address(0));                                    \
    return builtin(a, value, __ATOMIC_SEQ_CST);                                       \
  }
#define LADDER_ATOMIC_EXCHANGE(type, bits, name)                                      \
  int __tsan_atomic##bits##_compare_exchange_##name(                                  \
      volatile type *a, type *expected, type desired, int order, int otherwise) {     \
    (void)order, (void)otherwise;                                                     \
    ladder_on_access((const void *)a, sizeof(type), LADDER_ATOMIC,                    \
                     __builtin_return_address(0));                                    \
    return __atomic_compare_exchange_n(a, expected, desired, false, __ATOMIC_SEQ_CST, \
                                       __ATOMIC_SEQ_CST);                             \
  }
#define LADDER_ATOMIC_SIZE(type, bits)                                                \
  LADDER_ATOMIC_OP(type, bits, exchange, __atomic_exchange_n)                         \
  LADDER_ATOMIC_OP(type, bits, fetch_add, __atomic_fetch_add)                         \
  LADDER_ATOMIC_OP(type, bits, fetch_sub, __atomic_fetch_sub)                         \
  LADDER_ATOMIC_OP(type, bits, fetch_and, __atomic_fetch_and)                         \
  LADDER_ATOMIC_OP(type, bits, fetch_or, __atomic_fetch_or)                           \
  LADDER_ATOMIC_OP(type, bits, fetch_xor, __atomic_fetch_xor)                         \
  LADDER_ATOMIC_EXCHANGE(type, bits, strong)                                          \
  LADDER_ATOMIC_EXCHANGE(type, bits, weak)                                            \
  type __tsan_atomic##bits##_load(const volatile type *a, int order) {                \
    (void)order;                                                                      \
    ladder_on_access((const void *)a, sizeof(type), LADDER_ATOMIC,                    \
                     __builtin_return_address(0));                                    \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                      \
  }                                                                                   \
  void __tsan_atomic##bits##_store(volatile type *a, type value, int order) {         \
    (void)order;                                                                      \
    ladder_on_access((const void *)a, sizeof(type), LADDER_ATOMIC,                    \
                     __builtin_return_address(0));                                    \
    __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                                     \
  }
LADDER_ATOMIC_SIZE(uint8_t, 8)
LADDER_ATOMIC_SIZE(uint16_t, 16)
LADDER_ATOMIC_SIZE(uint32_t, 32)
LADDER_ATOMIC_SIZE(uint64_t, 64)
#undef LADDER_ATOMIC_SIZE
#undef LADDER_ATOMIC_EXCHANGE
#undef LADDER_ATOMIC_OP

void __tsan_atomic_thread_fence(int order) { __atomic_thread_fence(order); }
void __tsan_atomic_signal_fence(int order) { (void)order; }
void __tsan_init(void) {}
void __tsan_func_entry(void *code) { (void)code; }
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **at, void *value) { (void)at, (void)value; }
void __tsan_vptr_read(void **at) { (void)at; }

#ifdef __cplusplus
}
#endif
