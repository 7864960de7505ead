// What turns_seen.c keeps of loops, procedures, memory and conflicts; the shadow is in shadow.c.
#pragma once
#include <stdint.h>
#include <stdlib.h>

enum {
  MOST_LEVELS = 64,
  MOST_FRAMES = 4096,
  MOST_LOOPS = 4096,
  MOST_NAMED = 8192,
  MOST_CONFLICTS = 20000,
  MOST_READS = 11,  // regions of five nested loops
  PAGE = 4096
};

// FLOW: a turn reads what an earlier one wrote. ANTI: it writes what an earlier one read from
// before the loop. OUTPUT: both write. REUSE: it writes what an earlier one wrote and read. BEFORE:
// what was there before the loop is read, of a variable that may be private.
enum conflict_kind { FLOW, ANTI, OUTPUT, REUSE, BEFORE };

struct level {
  int loop, frame, turns, room;
  uint32_t entry, turn;  // clock at the begin of the run, of the present turn
  uint32_t *times;       // of all turns of the run
  int64_t *values;       // of the loop's variable
};

struct frame {
  const char *stack;
  uint32_t entered;
  int depth, named;
};

struct loop_seen {
  int runs, most, lost;
};

struct named {
  int id, frame, rank;
  char *begin, *end;
  int64_t stride[15], extent[15];
};

struct conflict {
  int loop, id, where, call, rank;
  enum conflict_kind kind;
  uint32_t code, code_then;
  int64_t turn_then, turn_now, offset, stride[15], extent[15];
};

struct reading {
  uint32_t time, code;
};

struct element {
  uint32_t written, writer;
  struct reading read[MOST_READS];
  uint8_t reads;
};

struct page {
  uintptr_t number;
  int shift, candidate;  // log2 of the bytes of an element; holds what may be private
  struct element *element;
};

extern struct frame frames[MOST_FRAMES];
extern int frame_depth, on, number_named, number_of_conflicts;
extern uint64_t accesses, ladder_most_accesses;
extern struct loop_seen loops[MOST_LOOPS];
extern struct conflict conflicts[MOST_CONFLICTS];
const struct named *name_of(const char *address, int frame);

struct page *page_of(const char *address, int shift);
void mark_candidate(const char *begin, size_t bytes);
void forget(const char *begin, size_t bytes);
void forget_all(void);
int memory_of(const char *address, const char *stack_top);
const char *code_base(void);
uint32_t born_at(const struct frame *frames, int depth, const char *address);
void see_access(const char *address, size_t bytes, int write, const char *code);
void ladder_enter(void *frame);
void ladder_leave(void);
