// What turns_seen.c found, as JSON.
#include <stdio.h>

#include "turns_seen.h"

static void report_memory(FILE *out, const struct conflict *one) {
  fprintf(out, "\"offset\": %lld, \"axes\": [", (long long)one->offset);
  for (int axis = 0; axis < one->rank; ++axis)
    fprintf(out, "%s[%lld, %lld]", axis ? ", " : "", (long long)one->stride[axis],
            (long long)one->extent[axis]);
  fprintf(out, "]");
}

int ladder_report(const char *file) {
  FILE *out = fopen(file, "w");
  if (!out) return 1;
  static const char *const kinds[] = {"flow", "anti", "output", "reuse", "before"};
  fprintf(out, "{\"accesses\": %llu, \"complete\": %s, \"loops\": [", (unsigned long long)accesses,
          accesses <= ladder_most_accesses ? "true" : "false");
  const char *comma = "";
  for (int i = 0; i < MOST_LOOPS; ++i)
    if (loops[i].runs) {
      fprintf(out, "%s[%d, %d, %d, %d]", comma, i, loops[i].runs, loops[i].most, loops[i].lost);
      comma = ", ";
    }
  fprintf(out, "], \"conflicts\": [");
  for (int i = 0; i < number_of_conflicts; ++i) {
    const struct conflict *one = &conflicts[i];
    fprintf(
        out,
        "%s\n{\"loop\": %d, \"kind\": \"%s\", \"id\": %d, \"where\": %d, \"code\": %u, \"then\": "
        "%u, \"call\": %d, \"turns\": [%lld, %lld], ",
        i ? "," : "", one->loop, kinds[one->kind], one->id, one->where, one->code, one->code_then,
        one->call, (long long)one->turn_then, (long long)one->turn_now);
    report_memory(out, one);
    fprintf(out, "}");
  }
  fprintf(out, "\n]}\n");
  return fclose(out) != 0;
}
