// The stage on copies of what the original gets; compared after each call.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

static struct flat copies;
static char **regions;
static int region_count;
static long compared, different_calls;
static char first_words[400],
    beyond_words[400];  // the first difference, the first beyond the limit
static size_t beyond;
static bool judged;  // some limit is known
static double largest;
static char largest_where[200];
static size_t elements, different;

struct range {
  char *begin, *end;
  int value;
};

static int by_address(const void *left, const void *right) {
  const struct range *a = left, *b = right;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

// Values that overlap share a copy, as they share storage in the program.
void shadow_before(const struct call *call) {
  copies = flat_of(call);
  struct range *ranges = calloc(call->count + 1, sizeof *ranges);
  regions = calloc(call->count + 1, sizeof *regions);
  region_count = 0;
  int number = 0;
  for (int at = 0; at < call->count; at++) {
    const struct value *value = &call->values[at];
    if (!value->there) continue;
    if (contiguous(value)) {
      ranges[number++] = (struct range){value->address, value->address + bytes_of(value), at};
      continue;
    }
    char *copy = regions[region_count++] = malloc(bytes_of(value) + 1);
    pack(value, copy);
    copies.data[at] = copy;
  }
  qsort(ranges, number, sizeof *ranges, by_address);
  for (int at = 0; at < number;) {
    char *end = ranges[at].end;
    int next = at + 1;
    while (next < number && ranges[next].begin < end) {
      if (ranges[next].end > end) end = ranges[next].end;
      next++;
    }
    char *copy = regions[region_count++] = malloc(end - ranges[at].begin + 1);
    if (!copy) give_up(7, "out of memory for the shadow's copies");
    memcpy(copy, ranges[at].begin, end - ranges[at].begin);
    for (int each = at; each < next; each++)
      copies.data[ranges[each].value] = copy + (ranges[each].begin - ranges[at].begin);
    at = next;
  }
  free(ranges);
}

static void say_place(const struct call *call, const struct value *value, size_t element, double is,
                      double got, char *text, size_t size) {
  char place[200];
  where(value, element, place, sizeof place);
  snprintf(text, size, "call %ld, %s: original %.17g, stage %.17g", call->number, place, is, got);
}

// One element that differs.
static void note(const struct call *call, const struct value *value, size_t at, double is,
                 double got, double scale) {
  const bool floating = value->type == CFI_type_Real || value->type == CFI_type_Complex;
  double relative = scale > 0 ? fabs(got - is) / scale : fabs(got - is);
  if (!(relative >= 0)) relative = INFINITY;
  const double limit = floating ? limit_of(value, component_of(value, at)) : 0;
  different++;
  if (!first_words[0]) say_place(call, value, at, is, got, first_words, sizeof first_words);
  if (limit >= 0) judged = true;
  if (limit >= 0 && !(relative <= limit)) {
    beyond++;
    if (!beyond_words[0]) say_place(call, value, at, is, got, beyond_words, sizeof beyond_words);
  }
  if (relative > largest) {
    largest = relative;
    char place[160];
    where(value, at, place, sizeof place);
    snprintf(largest_where, sizeof largest_where, "call %ld, %s", call->number, place);
  }
}

static void compare(const struct call *call, const struct value *value, const char *mine) {
  const size_t bytes = bytes_of(value);
  const bool letters = value->type == CFI_type_Character;
  const size_t part = letters                           ? 1
                      : value->type == CFI_type_Complex ? value->element / 2
                                                        : value->element;
  const size_t used = !letters && value->type >= CFI_type_Real && value->kind == 10 ? 10 : part;
  const size_t number = part ? bytes / part : 0;
  char *own = malloc(bytes + 1);
  double *scales = calloc(components_of(value), sizeof *scales);
  if (!own || !scales) give_up(7, "out of memory for the shadow's comparison");
  pack(value, own);
  elements += number;
  if (memcmp(own, mine, bytes) != 0) {
    for (size_t at = 0; !letters && at < number; at++) {
      double *scale = &scales[component_of(value, at)];
      *scale = fmax(*scale, fabs(real_at(value, own, at)));
    }
    for (size_t at = 0; at < number; at++) {
      if (memcmp(own + at * part, mine + at * part, used) == 0) continue;
      const double is = letters ? (double)own[at] : real_at(value, own, at);
      const double got = letters ? (double)mine[at] : real_at(value, mine, at);
      if (is == got || (isnan(is) && isnan(got))) continue;  // zeros of both signs
      note(call, value, letters ? 0 : at, is, got, letters ? 1 : scales[component_of(value, at)]);
    }
  }
  free(scales);
  free(own);
}

void shadow_after(const struct call *call) {
  for (int phase = 1; phase <= 3; phase++) stage_phase(phase, &copies);
  const size_t before = different;
  for (int at = 0; at < call->count; at++) {
    const struct value *value = &call->values[at];
    if (value->there && value->out) compare(call, value, copies.data[at]);
  }
  different_calls += different > before;
  compared++;
  for (int at = 0; at < region_count; at++) free(regions[at]);
  free(regions);
  free_flat(&copies);
}

bool shadow_says_at_end(const char *stage) {
  if (!different) {
    fprintf(stderr,
            "ladder: shadow of '%s': %ld calls compared, every bit of %zu outputs is equal\n",
            stage, compared, elements);
    return true;
  }
  fprintf(stderr,
          "ladder: shadow of '%s': %ld of %ld calls differ, in %zu of %zu outputs\n"
          "ladder:   first: %s\n"
          "ladder:   largest: %.3g of the largest magnitude of its component, at %s\n",
          stage, different_calls, compared, different, elements, first_words, largest,
          largest_where);
  if (!judged) {
    fprintf(stderr, "ladder:   no limits are known, so this is no verdict: run ladder record\n");
    return true;
  }
  if (!beyond) {
    fprintf(stderr, "ladder:   all within the limits of the recorded calls\n");
    return true;
  }
  fprintf(stderr, "ladder:   %zu beyond the limits of the recorded calls, first: %s\n", beyond,
          beyond_words);
  // Near a threshold a number takes another branch, or is worse conditioned than in those calls.
  // A verdict leaves out what changes when thresholds move by so many units; a stage is off by one.
  enum { units = 16 };
  const double share = (double)beyond / (double)elements, near = share_left_out();
  if (share <= near / units) {
    fprintf(
        stderr,
        "ladder:   these are %.2g %% of all outputs, and %.2g %% of those of the recorded calls "
        "lie so near to a threshold that a verdict leaves them out: so few are no mistake\n",
        100 * share, 100 * near);
    return true;
  }
  fprintf(stderr, "ladder:   record that call, and ladder verify decides on it\n");
  return false;
}
