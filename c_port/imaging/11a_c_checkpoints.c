// flags: -O3 -fopenmp -D_GNU_SOURCE
/* The forward field is recomputed from binomial checkpoints.
 *
 * Changes: a few states of the forward field are kept, p(n) and p(n-1), instead of p at all image
 *   times. Image times are processed in groups, from the last to the first: the state before a
 *   group is restored or computed from the last state that was kept, and the group's own steps are
 *   repeated, with p kept at its image times.
 * Longer than a slide: checkpoints need a schedule that decides what is kept, restored and computed
 *   again.
 * Why: memory. K snapshots become a group of them and two fields for each checkpoint; with as many
 *   checkpoints as groups and groups of sqrt(2 K) that is 2 sqrt(2 K), 28 fields instead of 100.
 *   The forward steps are taken once more: 3 steps instead of 2, with fewer checkpoints more often.
 *   Which states are kept is decided by the schedule of Griewank and Walther (binomial.h): no other
 *   repeats fewer steps.
 * Expected: three steps instead of two, so 1.5 times the time of the steps of c-omp and the same of
 *   the products; a quarter of its memory for the forward field
 * Launch: `threads`, each pinned to a core; `checkpoints`, the beginning included, and `times` a
 *   group.
 * Work per point and step: as c-omp, and up to twice or more for the forward field.
 * Run: ladder --case=imaging-document --stage=c-checkpoints --checkpoints=3 --times=10 */
#include "c_port/imaging/checkpoints_memory.h"

/* The state before group `group` is that after so many steps. */
static int begin_of(const struct shot *s, int group) {
  return group * s->kept->images * s->c->every;
}

static float *kept_field(const struct shot *s, int slot, int which) {
  return s->kept->states + (2L * slot + which) * s->cells;
}

static void keep_state(struct shot *s, int slot, int n) {
  memcpy(kept_field(s, slot, 0), s->forward[n % 2], s->cells * sizeof(float));
  memcpy(kept_field(s, slot, 1), s->forward[(n + 1) % 2], s->cells * sizeof(float));
}

static void restore_state(struct shot *s, int slot, int n) {
  memcpy(s->forward[n % 2], kept_field(s, slot, 0), s->cells * sizeof(float));
  memcpy(s->forward[(n + 1) % 2], kept_field(s, slot, 1), s->cells * sizeof(float));
}

/* Before group `group`, on the way to group `wanted`: keeps the state where the plan says so. */
static void enter_group(struct shot *s, int group, int wanted) {
  struct forward_field *kept = s->kept;
  if (group != kept->next || group == wanted) return;
  keep_state(s, ladder_checkpoints_keep(&kept->plan, group), begin_of(s, group));
  kept->next = ladder_checkpoints_next(&kept->plan, wanted);
}

static float *snapshot(const struct shot *s, int image) {
  return s->kept->snapshots + image % s->kept->images * s->cells;
}

/* p(n) as a snapshot, where n is an image time of the group. */
static void record(struct shot *s, int group, int n) {
  const int image = n / s->c->every - 1;
  if (n % s->c->every == 0 && image / s->kept->images == group)
    memcpy(snapshot(s, image), s->forward[n % 2], s->cells * sizeof(float));
}

static void begin_forward(struct shot *s) {
  struct forward_field *kept = s->kept;
  ladder_checkpoints_begin(&kept->plan, kept->plan.slots);
  keep_state(s, 0, 0);
  kept->in_memory = kept->groups - 1;
  kept->next = ladder_checkpoints_next(&kept->plan, kept->groups - 1);
}

static void keep_forward(struct shot *s, int n) {
  const int last = s->kept->groups - 1, part = s->kept->images * s->c->every;
  record(s, last, n);
  if (n % part == 0 && n / part < last) enter_group(s, n / part, last);
}

/* The snapshots of a group: from the last state that is kept before it. */
static void repeat_group(struct shot *s, int group) {
  struct forward_field *kept = s->kept;
  ladder_checkpoints_release(&kept->plan, group);
  const int slot = kept->plan.taken - 1;
  int at = kept->plan.at[slot], n = begin_of(s, at);
  restore_state(s, slot, n);
  kept->next = ladder_checkpoints_next(&kept->plan, group);
  for (; at <= group; ++at) {
    enter_group(s, at, group);
    for (const int end = begin_of(s, at + 1); n < end;) {
      step_forward(s, ++n);
      record(s, group, n);
    }
  }
  kept->in_memory = group;
}

static const float *forward_at(struct shot *s, int n) {
  const int image = n / s->c->every - 1, group = image / s->kept->images;
  if (group != s->kept->in_memory) repeat_group(s, group);
  return snapshot(s, image);
}

static const ladder_knob more_knobs[] = {
    THREADS_KNOB(1024),
    LADDER_KNOB(
        checkpoints,
        "states that are kept, the beginning among them; as many as are of use unless given", NULL,
        1, {0}, {1}, {LADDER_MOST_CHECKPOINTS}),
    LADDER_KNOB(
        times,
        "image times that are brought back together; the root of twice their number unless given",
        NULL, 1, {0}, {1}, {10000})};

LADDER_STAGE = {LADDER_IMAGING_FRAME,
                .parent = "c-omp",
                .change = "the forward field comes back from binomial checkpoints",
                .expectation = LADDER_EXPECTATION,
                LADDER_KNOBS(more_knobs),
                LOOP_ENTRIES};
