// Values of a call that are not contiguous, as components of derived types are, made so for a
// stage.
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

// It is kept: pages that the system hands out anew cost more than what they take.
static char *storage_of(int at, size_t bytes) {
  static struct kept {
    char *data;
    size_t bytes;
  } *kept;
  static int count;
  if (at >= count) {
    kept = realloc(kept, (at + 1) * sizeof *kept);
    if (!kept) give_up(7, "out of memory");
    memset(kept + count, 0, (at + 1 - count) * sizeof *kept);
    count = at + 1;
  }
  if (bytes >= kept[at].bytes) {
    free(kept[at].data);
    kept[at].data = malloc(bytes + 1);
    if (!kept[at].data) give_up(7, "out of memory");
    kept[at].bytes = bytes + 1;
  }
  return kept[at].data;
}

void pack_values(const struct call *call, void **data) {
  for (int at = 0; at < call->count; at++) {
    const struct value *value = &call->values[at];
    if (!value->there || contiguous(value)) continue;
    data[at] = storage_of(at, bytes_of(value));
    pack(value, data[at]);
  }
}

void unpack_values(const struct call *call, void **data) {
  for (int at = 0; at < call->count; at++) {
    const struct value *value = &call->values[at];
    if (value->there && value->out && !contiguous(value)) unpack(value, data[at]);
  }
}

double seconds_to_pack(const struct call *call) {
  struct flat flat = flat_of(call);
  double least = 0;
  for (int time = 0; time < 4; time++) {
    const double began = now();
    pack_values(call, flat.data);
    unpack_values(call, flat.data);
    const double seconds = now() - began;
    if (time == 1 || (time > 1 && seconds < least)) least = seconds;
  }
  free_flat(&flat);
  for (int at = 0; at < call->count; at++)
    if (call->values[at].there && !contiguous(&call->values[at])) return least;
  return 0;
}
