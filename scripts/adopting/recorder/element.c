// One element of a value.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

double real_at(const struct value *value, const char *data, size_t element) {
  const size_t bytes = value->type == CFI_type_Complex ? value->element / 2 : value->element;
  const char *at = data + element * bytes;
  if (value->type == CFI_type_Integer || value->type == CFI_type_Logical) {
    int64_t number = 0;
    memcpy(&number, at, bytes < 8 ? bytes : 8);
    const int unused = (int)(64 - 8 * (bytes < 8 ? bytes : 8));
    return (double)((int64_t)((uint64_t)number << unused) >> unused);
  }
  if (bytes == 4) {
    float number;
    memcpy(&number, at, 4);
    return number;
  }
  if (bytes == 8) {
    double number;
    memcpy(&number, at, 8);
    return number;
  }
  if (value->kind == 16) {
    __float128 number;
    memcpy(&number, at, 16);
    return (double)number;
  }
  long double number;
  memcpy(&number, at, sizeof number);
  return (double)number;
}

void where(const struct value *value, size_t element, char *text, size_t size) {
  if (value->type == CFI_type_Complex) element /= 2;
  snprintf(text, size, "%s", value->name);
  for (int axis = 0; axis < value->rank; axis++) {
    const long long index = value->lower[axis] + (long long)(element % value->extent[axis]);
    element /= value->extent[axis];
    snprintf(text + strlen(text), size - strlen(text), "%s%lld", axis ? "," : "(", index);
  }
  if (value->rank) snprintf(text + strlen(text), size - strlen(text), ")");
}

// Component that an element is of: its indices on short axes, as harness/problems/routine/numbers.h
// has them.
int component_of(const struct value *value, size_t element) {
  enum { short_axis = 8 };
  int component = 0, step = 1;
  if (value->type == CFI_type_Complex) element /= 2;
  for (int axis = 0; axis < value->rank; axis++) {
    const int64_t extent = value->extent[axis];
    if (extent <= short_axis && value->rank > 1) {
      component += step * (int)(element % extent);
      step *= (int)extent;
    }
    element /= extent;
  }
  return component;
}

int components_of(const struct value *value) {
  int number = 1;
  for (int axis = 0; axis < value->rank; axis++)
    if (value->extent[axis] <= 8 && value->rank > 1 && value->extent[axis] > 0)
      number *= (int)value->extent[axis];
  return number;
}

// Of the line of that name in the file of limits, the number at this place; negative where there is
// none.
static double number_in_limits(const char *name, int place) {
  static char *text;
  if (!text) {
    FILE *from = fopen(setting("limits"), "r");
    text = calloc(1, 1 << 20);
    if (!text) give_up(7, "out of memory");
    if (from) {
      if (fread(text, 1, (1 << 20) - 1, from) == 0) text[0] = 0;
      fclose(from);
    }
  }
  const size_t length = strlen(name);
  for (char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : line) {
    if (strncmp(line, name, length) != 0 || line[length] != ' ') continue;
    char *at = line + length;
    double number = -1;
    for (int skipped = 0; skipped <= place; skipped++) {
      char *next;
      number = strtod(at, &next);
      if (next == at || memchr(at, '\n', next - at)) return -1;
      at = next;
    }
    return number;
  }
  return -1;
}

double limit_of(const struct value *value, int component) {
  return number_in_limits(value->name, component);
}

double share_left_out(void) { return fmax(0, number_in_limits("*", 0)); }
