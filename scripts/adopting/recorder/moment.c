// The one entry that the generated recorder calls: on entering the routine, for each value, before
// and after the original.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "recorder.h"

enum {
  entering = 0,
  visiting = 1,
  before = 2,
  after = 3,
  saved_is_asked = 4,
  saved_follows = 5,
  counting = 6
};
enum { looked_for_overlap = 10000 };  // calls
enum { plain = 0, original = 1, replaced = 2 };

// Kept in a file, so that it is there after a crash too.
struct counted {
  int64_t calls, recorded, bytes_in, bytes_out, process;
  double seconds, began, ended;
  double packing;  // of a recorded call: seconds that its values take to become contiguous and back
  char error[600];
  char shared[2000];  // lines "call first second": values that overlap, once a pair
};

static struct counted own, *counted = &own;
static const char *record_to, *stage, *shadow, *chosen;
static int64_t calls;
static __thread struct call call;
static pthread_mutex_t one_at_a_time = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_once_t once = PTHREAD_ONCE_INIT;

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Of several ranks the first one records.
static bool first_rank(void) {
  const char *names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
  for (int at = 0; at < 4; at++) {
    const char *rank = getenv(names[at]);
    if (rank) return strcmp(rank, "0") == 0;
  }
  return true;
}

static double process_began(void) {
  char text[2048] = "";
  FILE *from = fopen("/proc/self/stat", "r");
  if (!from) return now();
  const size_t length = fread(text, 1, sizeof text - 1, from);
  fclose(from);
  text[length] = 0;
  char *field = strrchr(text, ')');
  for (int at = 2; field && at < 22; at++) field = strchr(field + 1, ' ');
  return field ? strtod(field, NULL) / (double)sysconf(_SC_CLK_TCK) : now();
}

static void end(void) {
  counted->ended = now();
  const char *name = stage ? stage : shadow;
  if (!name) return;
  if (stage)
    fprintf(stderr, "ladder: the stage '%s' was called %lld times, %.3f s of %.3f s\n", stage,
            (long long)calls, counted->seconds, counted->ended - counted->began);
  else if (!shadow_says_at_end(shadow)) {
    fflush(NULL);
    _exit(3);
  }
}

static void begin(void) {
  const char *file = getenv("LADDER_COUNT");
  stage = getenv("LADDER_STAGE");
  shadow = getenv("LADDER_SHADOW");
  record_to = getenv("LADDER_RECORD_TO");
  chosen = getenv("LADDER_CALLS");
  if (stage && !*stage) stage = NULL;
  if (shadow && !*shadow) shadow = NULL;
  if (stage && shadow) give_up(2, "LADDER_STAGE and LADDER_SHADOW are both set: set one of them");
  if (!first_rank()) record_to = file = NULL;
  if (file) {
    const int handle = open(file, O_RDWR);
    void *mapped = handle < 0
                       ? MAP_FAILED
                       : mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
    if (mapped != MAP_FAILED) counted = mapped;
    if (handle >= 0) close(handle);
    if (counted->process && counted->process != getpid())
      counted = &own;  // a second process of the command
    counted->process = getpid();
  }
  counted->began = process_began();
  counted->ended = now();
  static char kept[2][256];
  if (stage) stage = strncpy(kept[0], stage, 255);
  if (shadow) shadow = strncpy(kept[1], shadow, 255);
  if (stage || shadow) open_stage(stage ? stage : shadow);
  atexit(end);
}

static bool is_chosen(long number) {
  if (!chosen) return false;
  for (const char *at = chosen; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
    if (strtol(at, NULL, 10) == number) return true;
  }
  return false;
}

static void fail(const char *what) {
  if (what && !counted->error[0])
    snprintf(counted->error, sizeof counted->error, "call %ld: %s", call.number, what);
  if (what) record_to = NULL;
}

static int enter(void) {
  pthread_once(&once, begin);
  if (call.depth++ > 0) return plain;  // a call within a call is part of it
  call.number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  counted->calls = calls;
  call.count = 0;
  const bool look = stage || shadow || call.number == 1 ||
                    (record_to && (call.number <= looked_for_overlap || is_chosen(call.number)));
  call.looked = look;
  if (look) pthread_mutex_lock(&one_at_a_time);
  call.entered = now();
  return look ? original : plain;
}

// Values that share memory, at the first calls: the recorded ones may not be those that do.
static void find_overlap(void) {
  static char *said;
  static int count;
  if (!said) {
    count = call.count;
    said = calloc((size_t)count * count + 1, 1);
  }
  if (!said || count != call.count) return;
  for (int one = 0; one < count; one++)
    for (int two = one + 1; two < count; two++) {
      const struct value *a = &call.values[one], *b = &call.values[two];
      if (said[one * count + two] || !a->there || !b->there || !(a->out || b->out)) continue;
      if (!contiguous(a) || !contiguous(b)) continue;
      if (a->address >= b->address + bytes_of(b) || b->address >= a->address + bytes_of(a))
        continue;
      said[one * count + two] = 1;
      const size_t used = strlen(counted->shared);
      snprintf(counted->shared + used, sizeof counted->shared - used, "%ld %s %s\n", call.number,
               a->name, b->name);
    }
}

static int values_are_known(void) {
  if (record_to && call.number <= looked_for_overlap) find_overlap();
  if (call.number == 1)
    for (int at = 0; at < call.count; at++) {
      counted->bytes_in += call.values[at].in ? (int64_t)bytes_of(&call.values[at]) : 0;
      counted->bytes_out += call.values[at].out ? (int64_t)bytes_of(&call.values[at]) : 0;
    }
  if (record_to && is_chosen(call.number)) {
    fail(record_inputs(record_to, &call));
    counted->packing = seconds_to_pack(&call);
  }
  if (shadow) shadow_before(&call);
  call.entered = now();
  if (!stage) return original;
  replace_by_stage(&call);
  return replaced;
}

static void leave(void) {
  if (--call.depth > 0) return;
  counted->ended = now();
  const double seconds = counted->ended - call.entered;
  if (!call.looked) {
    pthread_mutex_lock(&one_at_a_time);
    counted->seconds += seconds;
    pthread_mutex_unlock(&one_at_a_time);
    return;
  }
  counted->seconds += seconds;
  if (record_to && is_chosen(call.number)) {
    const char *wrong = record_outputs(record_to, &call);
    fail(wrong);
    if (!wrong) counted->recorded++;
  }
  if (shadow) shadow_after(&call);
  call.count = 0;
  pthread_mutex_unlock(&one_at_a_time);
}

// An array of derived types, whose elements are values of their own: `there` has its elements and
// lower bound, and the lower bound that the ladder has.
static void check_elements(const char *name, int elements, const int64_t *there) {
  if (there[0] == elements && there[1] == there[2]) return;
  const int length = (int)strcspn(name, ";");
  if (stage || shadow)
    give_up(3, "%.*s has %lld elements at call %ld, and %d when calls were recorded", length, name,
            (long long)there[0], call.number, elements);
  if (!counted->error[0])
    snprintf(counted->error, sizeof counted->error, "elements %.*s %lld %lld call %ld", length,
             name, (long long)there[0], (long long)there[1], call.number);
}

int ladder_moment(int what, const char *name, int how, const int64_t *lower,
                  const CFI_cdesc_t *value) {
  switch (what) {
    case entering:
      return enter();
    case visiting:
      add_value(&call, name, how, lower, value);
      return 0;
    case counting:
      check_elements(name, how, lower);
      return 0;
    case saved_follows:
      call.saved = true;
      return 0;
    case saved_is_asked: {
      const int asked = call.saved;
      call.saved = false;
      return asked;
    }
    case before:
      return values_are_known();
    default:
      leave();
      return 0;
  }
}
