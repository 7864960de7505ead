// A stage in the routine's place.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recorder.h"

typedef int (*entry)(int, void **, int64_t (*)[max_rank], int64_t (*)[max_rank], int64_t *);
static entry stage_entry;
static const char *stage_name;
static const char **stage_error;  // of a CUDA stage: what failed on the device

// The command of ladder that compiles a stage which is not compiled, or changed since.
void open_stage(const char *name) {
  char command[8192], file[4096];
  if (strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") !=
      strlen(name))
    give_up(2, "'%s' is no name of a stage: letters, digits, - and _", name);
  snprintf(command, sizeof command, "%s '%s' >&2", setting("build"), name);
  unsetenv("LADDER_STAGE");
  unsetenv("LADDER_SHADOW");
  const int status = system(command);
  if (status != 0)
    give_up(status > 255 ? status >> 8 : 6,
            "the stage '%s' is not available, so the program ends here", name);
  snprintf(file, sizeof file, "%s/%s.so", setting("built"), name);
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) give_up(6, "the stage '%s' cannot be loaded: %s", name, dlerror());
  stage_entry = (entry)dlsym(library, "ladder_entry");
  if (!stage_entry)
    give_up(6, "%s has no ladder_entry: compile it with the header of this ladder", file);
  stage_error = (const char **)dlsym(library, "ladder_error");
  stage_name = name;
}

struct flat flat_of(const struct call *call) {
  struct flat flat = {
      calloc(call->count + 1, sizeof *flat.data), calloc(call->count + 1, sizeof *flat.lower),
      calloc(call->count + 1, sizeof *flat.extent), calloc(call->count + 1, sizeof *flat.length)};
  for (int at = 0; at < call->count; at++) {
    const struct value *value = &call->values[at];
    memcpy(flat.lower[at], value->lower, sizeof value->lower);
    memcpy(flat.extent[at], value->extent, sizeof value->extent);
    flat.length[at] = (int64_t)value->element;
    flat.data[at] = value->there ? value->address : NULL;
  }
  return flat;
}

void free_flat(struct flat *flat) {
  free(flat->data);
  free(flat->lower);
  free(flat->extent);
  free(flat->length);
}

int stage_phase(int phase, struct flat *flat) {
  const int result = stage_entry(phase, flat->data, flat->lower, flat->extent, flat->length);
  if (stage_error && *stage_error)
    give_up(8, "the device failed in stage '%s': %s", stage_name, *stage_error);
  return result;
}

void replace_by_stage(const struct call *call) {
  struct flat flat = flat_of(call);
  pack_values(call, flat.data);
  for (int phase = 1; phase <= 3; phase++) stage_phase(phase, &flat);
  unpack_values(call, flat.data);
  free_flat(&flat);
}
