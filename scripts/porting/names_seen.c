// Names of memory: variables of the procedures of step 0, for as long as these run.
#include <ISO_Fortran_binding.h>

#include "turns_seen.h"

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
