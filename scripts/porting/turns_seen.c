// Which turns of the loops of step 0 touch one element, while recorded calls run.
//
// One clock counts the begins of loops, turns and procedures. A shadow keeps of each 4 or 8 bytes
// when they were written last and read since. An access that finds an earlier one between the begin
// of a loop's run and the begin of its present turn is of two turns of that loop, and of no other
// loop; so one shadow serves all loops that are open.
#include "turns_seen.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct level levels[MOST_LEVELS];
static int depth;
struct frame frames[MOST_FRAMES];
int frame_depth;
static int frames_beyond;
static uint32_t now = 1;
int on;
static int call_number;
uint64_t accesses;
static const char *stack_top;
uint64_t ladder_most_accesses = 300000000;
struct loop_seen loops[MOST_LOOPS];

// -- conflicts

struct conflict conflicts[MOST_CONFLICTS];
int number_of_conflicts;

static void fill(struct conflict *one, struct level *at, const char *address, uint32_t then,
                 const struct named *name) {
  one->call = call_number;
  one->turn_now = at->values[at->turns - 1];
  int low = 0, high = at->turns - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (at->times[middle] <= then)
      low = middle;
    else
      high = middle - 1;
  }
  one->turn_then = at->values[low];
  one->offset = name ? address - name->begin : 0;
  one->rank = name ? name->rank : 0;
  for (int axis = 0; name && axis < name->rank; ++axis)
    one->stride[axis] = name->stride[axis], one->extent[axis] = name->extent[axis];
}

static void conflict(int level, enum conflict_kind kind, const char *address, uint32_t code,
                     uint32_t code_then, uint32_t then) {
  struct level *at = &levels[level];
  static struct {
    uint32_t code, then, entry;
    int kind;
    const char *begin, *end;
  } recent[4096];
  const uint32_t slot =
      ((code * 2654435761u) ^ (code_then * 40503u) ^ (uint32_t)kind * 7919u) >> 4 & 4095;
  if (recent[slot].code == code && recent[slot].then == code_then &&
      recent[slot].entry == at->entry && recent[slot].kind == (int)kind &&
      address >= recent[slot].begin && address < recent[slot].end)
    return;
  const struct named *name = name_of(address, at->frame);
  const int id = name ? name->id : -1, where = name ? 0 : memory_of(address, stack_top);
  recent[slot].code = code, recent[slot].then = code_then, recent[slot].entry = at->entry;
  recent[slot].kind = kind, recent[slot].begin = name ? name->begin : address;
  recent[slot].end = name ? name->end : address + 1;
  if (kind == BEFORE && (!name || !(id & 1))) return;
  for (int i = 0; i < number_of_conflicts; ++i)
    if (conflicts[i].loop == at->loop && conflicts[i].kind == kind && conflicts[i].id == id &&
        conflicts[i].where == where && conflicts[i].code == code &&
        conflicts[i].code_then == code_then)
      return;
  if (number_of_conflicts == MOST_CONFLICTS) {
    loops[at->loop].lost = 1;
    return;
  }
  struct conflict *one = &conflicts[number_of_conflicts++];
  *one = (struct conflict){.loop = at->loop,
                           .kind = kind,
                           .id = id,
                           .where = where,
                           .code = code,
                           .code_then = code_then};
  fill(one, at, address, then, name);
}

// Two times of one region stay in one region of each loop that is open.
static inline int region(uint32_t then) {
  for (int level = depth - 1; level >= 0; --level) {
    if (then >= levels[level].turn) return 2 * level + 2;
    if (then >= levels[level].entry) return 2 * level + 1;
  }
  return 0;
}

// The level whose earlier turn an access at `then` was in; -1 if there is none.
static inline int level_of(uint32_t then) {
  const int found = region(then);
  return found % 2 ? found / 2 : -1;
}

static void remember_read(struct element *one, uint32_t code) {
  if (one->reads && region(one->read[one->reads - 1].time) == region(now)) return;
  if (one->reads == MOST_READS) {
    int kept = 1;
    for (int i = 1; i < MOST_READS; ++i)
      if (region(one->read[kept - 1].time) != region(one->read[i].time))
        one->read[kept++] = one->read[i];
    one->reads = (uint8_t)kept;
    if (kept == MOST_READS) {
      for (int level = 0; level < depth; ++level) loops[levels[level].loop].lost = 1;
      one->reads = MOST_READS - 1;
    }
  }
  one->read[one->reads].time = now;
  one->read[one->reads++].code = code;
}

static void touch(struct element *one, const char *address, int write, uint32_t code, int candidate,
                  uint32_t born) {
  if (one->written && one->written < born) memset(one, 0, sizeof *one);
  if (one->reads && one->read[0].time < born) one->reads = 0;
  if (!write) {
    const int level = one->written ? level_of(one->written) : -1;
    if (level >= 0) conflict(level, FLOW, address, code, one->writer, one->written);
    if (candidate)
      for (int at = depth - 1; at >= 0 && one->written < levels[at].entry; --at)
        if (levels[at].turns) conflict(at, BEFORE, address, code, code, now);  // else of a bound
    remember_read(one, code);
    return;
  }
  const int level = one->written ? level_of(one->written) : -1;
  if (level >= 0) conflict(level, OUTPUT, address, code, one->writer, one->written);
  for (int i = 0; i < one->reads; ++i) {
    const int at = level_of(one->read[i].time);
    if (at < 0) continue;
    const int exposed = one->written < levels[at].entry;
    conflict(at, exposed ? ANTI : REUSE, address, code, one->read[i].code, one->read[i].time);
  }
  one->written = now, one->writer = code, one->reads = 0;
}

static int on_stack(const char *at) {
  return at < stack_top && (uintptr_t)at > (uintptr_t)__builtin_frame_address(0) - PAGE;
}

void see_access(const char *address, size_t bytes, int write, const char *code) {
  if (!on) return;
  if (++accesses > ladder_most_accesses) {
    on = 0;
    return;
  }
  const char *at = address;
  const uint32_t place = (uint32_t)(code - code_base());
  const uint32_t born = on_stack(at) ? born_at(frames, frame_depth, at) : 0;
  for (const char *end = at + bytes; at < end;) {
    struct page *page = page_of(at, bytes >= 8 && ((uintptr_t)at & 7) == 0   ? 3
                                    : bytes >= 4 && ((uintptr_t)at & 3) == 0 ? 2
                                                                             : 0);
    const size_t size = (size_t)1 << page->shift;
    touch(&page->element[((uintptr_t)at & (PAGE - 1)) >> page->shift], at, write, place,
          page->candidate, born);
    at = (const char *)(((uintptr_t)at & ~(size - 1)) + size);
  }
}

// -- what step 0 reports

void ladder_loop_begin(int loop) {
  if (!on || depth == MOST_LEVELS) return;
  struct level *at = &levels[depth++];
  at->loop = loop, at->entry = at->turn = ++now, at->turns = 0, at->frame = frame_depth;
  ++loops[loop].runs;
}

void ladder_loop_turn(int loop, int64_t value) {
  if (!on) return;
  int level = depth - 1;
  while (level >= 0 && (levels[level].loop != loop || levels[level].frame != frame_depth)) --level;
  if (level < 0) {
    if (depth == MOST_LEVELS) return;
    ladder_loop_begin(loop);
    level = depth - 1;
  }
  depth = level + 1;
  struct level *at = &levels[level];
  if (at->turns == at->room) {
    at->room = at->room ? 2 * at->room : 64;
    at->times = realloc(at->times, (size_t)at->room * sizeof *at->times);
    at->values = realloc(at->values, (size_t)at->room * sizeof *at->values);
  }
  at->turn = ++now;
  at->times[at->turns] = now, at->values[at->turns++] = value;
  if (at->turns > loops[loop].most) loops[loop].most = at->turns;
}

void ladder_loop_end(int loop) {
  for (int level = depth - 1; level >= 0 && levels[level].frame == frame_depth; --level)
    if (levels[level].loop == loop) {
      depth = level;
      ++now;
      return;
    }
}

void ladder_enter(void *frame) {
  if (frame_depth == MOST_FRAMES) {
    ++frames_beyond;
    return;
  }
  frames[frame_depth++] = (struct frame){frame, ++now, depth, number_named};
}

void ladder_leave(void) {
  if (frames_beyond) {
    --frames_beyond;
    return;
  }
  if (!frame_depth) return;
  --frame_depth;
  if (depth > frames[frame_depth].depth) depth = frames[frame_depth].depth, ++now;
  if (number_named > frames[frame_depth].named) number_named = frames[frame_depth].named;
}

void ladder_call(int number) {
  stack_top = (const char *)__builtin_frame_address(0) + 65536;
  depth = frame_depth = number_named = 0;
  forget_all();
  now = 1, call_number = number;
  on = number > 0 && accesses < ladder_most_accesses;
}
