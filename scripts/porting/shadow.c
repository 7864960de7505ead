// The shadow of turns_seen.c: one struct for each element of memory that was touched; names of
// memory; what library functions do to it.
#define _GNU_SOURCE
#include <ISO_Fortran_binding.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "turns_seen.h"
#define __tsan_func_entry ladder_no_entry
#define __tsan_func_exit ladder_no_exit
#include "harness/emulation/runtime/accesses.h"
#undef __tsan_func_entry
#undef __tsan_func_exit

static struct page *table, *last;
static size_t room, number;

static size_t slot_of(uintptr_t page) {
  size_t slot = page * 11400714819323198485u >> 20 & (room - 1);
  while (table[slot].element && table[slot].number != page) slot = (slot + 1) & (room - 1);
  return slot;
}

static void grow(void) {
  struct page *old = table;
  const size_t before = room;
  room = room ? 2 * room : 4096;
  last = NULL;
  table = calloc(room, sizeof *table);
  for (size_t i = 0; i < before; ++i)
    if (old[i].element) table[slot_of(old[i].number)] = old[i];
  free(old);
}

// Elements of 8 bytes become two of 4, elements of 4 four of 1.
static void split(struct page *page, int shift) {
  const size_t elements = (size_t)PAGE >> shift;
  struct element *fine = calloc(elements, sizeof *fine);
  for (size_t i = 0; i < elements; ++i) fine[i] = page->element[i << shift >> page->shift];
  free(page->element);
  page->element = fine;
  page->shift = shift;
}

struct page *page_of(const char *address, int shift) {
  static uintptr_t last_number;
  const uintptr_t page = (uintptr_t)address / PAGE;
  if (last && last_number == page && last->shift <= shift) return last;
  if (2 * number >= room) grow();
  struct page *one = &table[slot_of(page)];
  if (!one->element) {
    one->number = page, one->shift = shift;
    one->element = calloc((size_t)PAGE >> shift, sizeof *one->element);
    ++number;
  }
  if (one->shift > shift) split(one, shift);
  last = one, last_number = page;
  return one;
}

void mark_candidate(const char *begin, size_t bytes) {
  for (uintptr_t at = (uintptr_t)begin / PAGE; at <= ((uintptr_t)begin + bytes) / PAGE; ++at)
    page_of((const char *)(at * PAGE), 3)->candidate = 1;
}

void forget(const char *begin, size_t bytes) {
  for (const char *at = begin; at < begin + bytes;) {
    const size_t slot = room ? slot_of((uintptr_t)at / PAGE) : 0;
    const char *end = (const char *)(((uintptr_t)at / PAGE + 1) * PAGE);
    if (end > begin + bytes) end = begin + bytes;
    if (room && table[slot].element)
      memset(
          &table[slot].element[((uintptr_t)at & (PAGE - 1)) >> table[slot].shift], 0,
          ((size_t)(end - at - 1) / ((size_t)1 << table[slot].shift) + 1) * sizeof(struct element));
    at = end;
  }
}

void forget_all(void) {
  for (size_t i = 0; i < room; ++i)
    if (table[i].element) {
      memset(table[i].element, 0, ((size_t)PAGE >> table[i].shift) * sizeof(struct element));
      table[i].candidate = 0;
    }
}

const char *code_base(void) {
  static const char *base;
  if (!base) {
    Dl_info info;
    dladdr((void *)forget_all, &info);
    base = info.dli_fbase;
  }
  return base;
}

// 1: the stack, 2: variables of step 0 that keep their values, 3: the heap.
int memory_of(const char *address, const char *stack_top) {
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (address < stack_top && (uintptr_t)address > here - (1 << 20)) return 1;
  Dl_info info;
  return dladdr(address, &info) && info.dli_fbase == (void *)code_base() ? 2 : 3;
}

// When the procedure on whose part of the stack an address is was entered.
uint32_t born_at(const struct frame *frames, int depth, const char *address) {
  for (int i = 0; i < depth; ++i)
    if (address >= frames[i].stack) return frames[i].entered;
  return depth ? frames[depth - 1].entered : 0;
}

void ladder_on_access(const void *address, size_t bytes, enum ladder_access kind,
                      const void *code) {
  see_access(address, bytes, kind != LADDER_READ, code);
}

void __tsan_func_entry(void *code) {
  (void)code;
  ladder_enter((char *)__builtin_frame_address(0) + 2 * sizeof(void *));
}
void __tsan_func_exit(void) { ladder_leave(); }

// -- names: variables of the procedures of step 0, for as long as these run

static struct named named[MOST_NAMED];
int number_named;

void ladder_see(int id, const CFI_cdesc_t *x) {
  if (!on || !x->base_addr || number_named == MOST_NAMED) return;
  const int from = frame_depth ? frames[frame_depth - 1].named : 0;
  for (int i = from; i < number_named; ++i)
    if (named[i].id == id && named[i].begin == (char *)x->base_addr) return;
  struct named one = {.id = id, .begin = x->base_addr, .frame = frame_depth, .rank = x->rank};
  size_t bytes = x->elem_len;
  for (int axis = 0; axis < x->rank; ++axis) {
    one.stride[axis] = x->dim[axis].sm;
    one.extent[axis] = x->dim[axis].extent;
    if (x->dim[axis].extent < 0)
      bytes = SIZE_MAX / 4;  // assumed size
    else if (x->dim[axis].extent == 0)
      return;
    else if (bytes < SIZE_MAX / 8)
      bytes += (size_t)(x->dim[axis].extent - 1) * (size_t)llabs(x->dim[axis].sm);
  }
  one.end = bytes > SIZE_MAX / 8 ? (char *)UINTPTR_MAX : one.begin + bytes;
  if (id & 1) mark_candidate(one.begin, bytes > SIZE_MAX / 8 ? 0 : bytes);
  named[number_named++] = one;
}

// The name that the procedure of a loop has for an address, else any other procedure's. Of arrays
// without a known end it is the one that begins last.
const struct named *name_of(const char *address, int frame) {
  const struct named *best = NULL;
  int best_rank = 0;
  for (int i = number_named - 1; i >= 0; --i) {
    const struct named *one = &named[i];
    if (address < one->begin || address >= one->end) continue;
    const int known = one->end != (char *)UINTPTR_MAX;
    const int rank = 2 * (one->frame == frame) + 4 * known;
    if (rank == 6) return one;
    if (!best || rank > best_rank || (rank == best_rank && !known && one->begin > best->begin)) {
      best = one;
      best_rank = rank;
    }
  }
  return best;
}

// -- what step 0 calls in the place of library functions: objcopy renames them in its object

void *ladder_malloc(size_t bytes) {
  void *new = malloc(bytes);
  if (new) forget(new, bytes);
  return new;
}

void *ladder_calloc(size_t count, size_t bytes) {
  void *new = calloc(count, bytes);
  if (new) forget(new, count * bytes);
  return new;
}

void *ladder_realloc(void *old, size_t bytes) {
  void *new = realloc(old, bytes);
  if (new &&new != old) forget(new, bytes);
  return new;
}

static void copies(void *to, const void *from, size_t bytes, const void *code) {
  if (!bytes) return;
  ladder_on_access(from, bytes, LADDER_READ, code);
  ladder_on_access(to, bytes, LADDER_WRITE, code);
}

void *ladder_memcpy(void *to, const void *from, size_t bytes) {
  copies(to, from, bytes, __builtin_return_address(0));
  return memcpy(to, from, bytes);
}

void *ladder_memmove(void *to, const void *from, size_t bytes) {
  copies(to, from, bytes, __builtin_return_address(0));
  return memmove(to, from, bytes);
}

void *ladder_memset(void *to, int value, size_t bytes) {
  if (bytes) ladder_on_access(to, bytes, LADDER_WRITE, __builtin_return_address(0));
  return memset(to, value, bytes);
}
