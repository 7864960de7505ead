// What the generated recorder of a routine calls, in the owner's program: records, replaces or
// shadows calls.
#pragma once
#include <ISO_Fortran_binding.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { max_rank = 7 };

// One argument, component or variable at one call.
struct value {
  char name[128];
  bool in, out, there;
  char *address;
  size_t element;  // bytes
  int type, kind;  // CFI_type_Integer, ...; bytes, of a complex number those of its parts
  int rank;
  uint64_t sum;  // of its bits before the call
  int64_t lower[max_rank], extent[max_rank], stride[max_rank];  // strides in bytes
};

// The values of the call that this thread is in.
struct call {
  long number;
  int depth;
  bool saved;   // the original is called to visit its saved variables
  bool looked;  // its values are visited
  int count;
  struct value *values;
  double entered;
};

// The name ends before a semicolon.
struct value *add_value(struct call *, const char *name, int how, const int64_t *lower,
                        const CFI_cdesc_t *);
size_t elements_of(const struct value *);
size_t bytes_of(const struct value *);
bool contiguous(const struct value *);
uint64_t sum_of(const struct value *);
void pack(const struct value *, char *into);
void unpack(const struct value *, const char *from);

// Writes a .npy file. Returns what failed, or NULL.
const char *write_npy(const char *file, const struct value *);

// Writes the values of one direction and the line of the index. Returns what failed, or NULL.
const char *record_inputs(const char *folder, struct call *);
const char *record_outputs(const char *folder, const struct call *);

// A stage in a shared object, called with flat values. Ends the program with words where there is
// none.
void open_stage(const char *name);
struct flat {
  void **data;
  int64_t (*lower)[max_rank], (*extent)[max_rank], *length;
};
struct flat flat_of(const struct call *);
void free_flat(struct flat *);
int stage_phase(int phase, struct flat *);
void replace_by_stage(const struct call *);

// `data` gets storage of those that are not contiguous, which go back where the routine writes
// them.
void pack_values(const struct call *, void **data);
void unpack_values(const struct call *, void **data);
// The least of a few times, in storage that an earlier one has left; 0: all are contiguous.
double seconds_to_pack(const struct call *);
double now(void);  // [s]

// Shadow: copies before the original runs; the stage on the copies and the comparison after it.
void shadow_before(const struct call *);
void shadow_after(const struct call *);
bool shadow_says_at_end(const char *stage);

// One element of a value: its number, its place in words, its component and what a component may be
// off by.
double real_at(const struct value *, const char *data, size_t element);
void where(const struct value *, size_t element, char *text, size_t size);
int component_of(const struct value *, size_t element);
int components_of(const struct value *);
// Of a value's component, relative to its largest magnitude; negative where none is known.
double limit_of(const struct value *, int component);
// Of the outputs of the recorded calls, at which the original's own runs take different branches.
double share_left_out(void);

// Words of the file next to this library.
const char *setting(const char *name);
void give_up(int code, const char *format, ...);
