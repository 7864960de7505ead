// Values: taken from descriptors, packed to contiguous storage and back.
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

struct value *add_value(struct call *call, const char *name, int how, const int64_t *lower,
                        const CFI_cdesc_t *from) {
  call->values = realloc(call->values, (call->count + 1) * sizeof *call->values);
  if (!call->values) give_up(7, "out of memory");
  struct value *value = &call->values[call->count++];
  memset(value, 0, sizeof *value);
  const size_t length = strcspn(name, ";");
  memcpy(value->name, name, length < sizeof value->name ? length : sizeof value->name - 1);
  value->in = how & 1;
  value->out = how & 2;
  value->there = from && from->base_addr;
  if (!value->there) return value;
  value->address = from->base_addr;
  value->element = from->elem_len;
  value->type = from->type & CFI_type_mask;
  value->kind = value->type == CFI_type_Character ? 1 : from->type >> CFI_type_kind_shift;
  value->rank = from->rank;
  for (int axis = 0; axis < from->rank; axis++) {
    value->lower[axis] = lower[axis];
    value->extent[axis] = from->dim[axis].extent < 0 ? 0 : from->dim[axis].extent;
    value->stride[axis] = from->dim[axis].sm;
  }
  return value;
}

size_t elements_of(const struct value *value) {
  size_t number = value->there;
  for (int axis = 0; axis < value->rank; axis++) number *= value->extent[axis];
  return number;
}

size_t bytes_of(const struct value *value) { return elements_of(value) * value->element; }

bool contiguous(const struct value *value) {
  int64_t expected = value->element;
  for (int axis = 0; axis < value->rank; axis++) {
    if (value->extent[axis] > 1 && value->stride[axis] != expected) return false;
    expected *= value->extent[axis];
  }
  return true;
}

// Of the bits of all elements, whose order counts.
uint64_t sum_of(const struct value *value) {
  const size_t bytes = bytes_of(value);
  char *packed = contiguous(value) ? value->address : malloc(bytes + 1);
  if (!packed) give_up(7, "out of memory");
  if (packed != value->address) pack(value, packed);
  uint64_t sum = 14695981039346656037u;
  for (size_t at = 0; at < bytes; at++) sum = (sum ^ (unsigned char)packed[at]) * 1099511628211u;
  if (packed != value->address) free(packed);
  return sum;
}

// `number` elements along the first axis. Usual sizes are constants, so that no element is a call
// of memcpy.
static void walk_row(char *own, int64_t stride, char *packed, size_t size, int64_t number,
                     bool from_packed) {
#define WALK(size)                                                                 \
  for (int64_t at = 0; at < number; at++, own += stride, packed += (size))         \
    from_packed ? memcpy(own, packed, (size)) : memcpy(packed, own, (size));
  switch (size) {
    case 4: WALK(4) break;
    case 8: WALK(8) break;
    default: WALK(size)
  }
#undef WALK
}

// Every element in Fortran's order.
static void walk(const struct value *value, char *packed, bool from_packed) {
  const size_t number = elements_of(value);
  const int64_t row = value->rank ? value->extent[0] : 1;
  int64_t at[max_rank] = {0};
  for (size_t element = 0; element < number; element += row, packed += row * value->element) {
    char *own = value->address;
    for (int axis = 1; axis < value->rank; axis++) own += at[axis] * value->stride[axis];
    walk_row(own, value->rank ? value->stride[0] : 0, packed, value->element, row, from_packed);
    for (int axis = 1; axis < value->rank && ++at[axis] == value->extent[axis]; axis++)
      at[axis] = 0;
  }
}

void pack(const struct value *value, char *into) {
  if (contiguous(value))
    memcpy(into, value->address, bytes_of(value));
  else
    walk(value, into, false);
}

void unpack(const struct value *value, const char *from) {
  if (contiguous(value))
    memcpy(value->address, from, bytes_of(value));
  else
    walk(value, (char *)from, true);
}
