// Recorded calls: an .npy file for each value and direction, and a line of JSON for each call.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "recorder.h"

static char problem[5000];

static const char *failed(const char *file) {
  snprintf(problem, sizeof problem, "%s cannot be written: %s", file, strerror(errno));
  return problem;
}

static void type_text(const struct value *value, char *text, size_t size) {
  const char *letters =
      "?ibfcS";  // in the order of CFI_type_Integer, Logical, Real, Complex, Character
  const int bytes = (int)value->element;
  char letter = letters[value->type <= 5 ? value->type : 0];
  if (value->type == CFI_type_Logical) letter = 'i';
  if (value->type == CFI_type_Character || (value->type == CFI_type_Integer && bytes == 1) ||
      (letter == 'i' && bytes == 1))
    snprintf(text, size, "|%c%d", letter, bytes);
  else if ((letter == 'f' && value->kind == 16) || (letter == 'c' && value->kind == 16) ||
           (letter == 'i' && bytes > 8))
    snprintf(text, size, "|V%d", bytes);
  else
    snprintf(text, size, "<%c%d", letter, bytes);
}

const char *write_npy(const char *file, const struct value *value) {
  char type[16], shape[200] = "(", header[400];
  type_text(value, type, sizeof type);
  for (int axis = 0; axis < value->rank; axis++)
    snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%lld,",
             (long long)value->extent[axis]);
  strcat(shape, ")");
  snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': True, 'shape': %s, }", type,
           shape);
  const size_t whole = (10 + strlen(header) + 1 + 63) / 64 * 64;
  char preamble[512];
  memset(preamble, ' ', sizeof preamble);
  memcpy(preamble, "\x93NUMPY\x01\x00", 8);
  preamble[8] = (char)((whole - 10) & 0xff);
  preamble[9] = (char)((whole - 10) >> 8);
  memcpy(preamble + 10, header, strlen(header));
  preamble[whole - 1] = '\n';
  FILE *out = fopen(file, "wbx");
  if (!out) return failed(file);
  const size_t bytes = bytes_of(value);
  char *packed = contiguous(value) ? value->address : malloc(bytes + 1);
  if (packed && packed != value->address) pack(value, packed);
  const bool good =
      packed && fwrite(preamble, 1, whole, out) == whole && fwrite(packed, 1, bytes, out) == bytes;
  const bool closed = fclose(out) == 0;
  if (packed != value->address) free(packed);
  return good && closed ? NULL : failed(file);
}

static const char *file_name(char *text, size_t size, const char *folder, long call,
                             const struct value *value, const char *direction) {
  char name[128];
  size_t length = 0;
  for (const char *letter = value->name; *letter; letter++)
    if (*letter != ')') name[length++] = *letter == '%' || *letter == '(' ? '.' : *letter;
  name[length] = 0;
  snprintf(text, size, "%s/%ld/%s.%s.npy", folder, call, name, direction);
  return text;
}

static const char *write_values(const char *folder, const struct call *call, bool outputs) {
  char file[4096];
  for (int at = 0; at < call->count; at++) {
    const struct value *value = &call->values[at];
    if (!value->there || !(outputs ? value->out : value->in)) continue;
    file_name(file, sizeof file, folder, call->number, value, outputs ? "out" : "in");
    const char *wrong = write_npy(file, value);
    if (wrong) return wrong;
  }
  return NULL;
}

// Names what only goes in and is not as it was.
static const char *write_changed(const char *folder, const struct call *call) {
  char file[4096];
  snprintf(file, sizeof file, "%s/%ld/changed", folder, call->number);
  FILE *out = fopen(file, "wx");
  if (!out) return failed(file);
  for (int at = 0; at < call->count; at++) {
    const struct value *value = &call->values[at];
    if (value->there && value->in && !value->out && sum_of(value) != value->sum)
      fprintf(out, "%s\n", value->name);
  }
  return fclose(out) == 0 ? NULL : failed(file);
}

const char *record_inputs(const char *folder, struct call *call) {
  char file[4096];
  for (int at = 0; at < call->count; at++)
    if (call->values[at].there && !call->values[at].out)
      call->values[at].sum = sum_of(&call->values[at]);
  snprintf(file, sizeof file, "%s/%ld", folder, call->number);
  if (mkdir(file, 0777) != 0 && errno != EEXIST) return failed(file);
  snprintf(file, sizeof file, "%s/%ld/values.jsonl", folder, call->number);
  FILE *out = fopen(file, "wx");
  if (!out) return failed(file);
  for (int at = 0; at < call->count; at++) {
    const struct value *value = &call->values[at];
    fprintf(out,
            "{\"name\": \"%s\", \"there\": %s, \"bytes\": %zu, \"address\": %llu, "
            "\"contiguous\": %s",
            value->name, value->there ? "true" : "false", value->element,
            (unsigned long long)(uintptr_t)value->address, contiguous(value) ? "true" : "false");
    const int64_t *lists[] = {value->lower, value->extent};
    const char *names[] = {"lower", "extent"};
    for (int list = 0; list < 2; list++) {
      fprintf(out, ", \"%s\": [", names[list]);
      for (int axis = 0; axis < value->rank; axis++)
        fprintf(out, "%s%lld", axis ? ", " : "", (long long)lists[list][axis]);
      fputc(']', out);
    }
    fputs("}\n", out);
  }
  if (fclose(out) != 0) return failed(file);
  return write_values(folder, call, false);
}

const char *record_outputs(const char *folder, const struct call *call) {
  const char *wrong = write_changed(folder, call);
  return wrong ? wrong : write_values(folder, call, true);
}
