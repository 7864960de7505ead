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
#include "c_port/imaging/time_loop.h"
#include "harness/problems/imaging/binomial.h"

/* What c-checkpoints keeps of the forward field: its memory, and how large groups are. */
struct forward_field {
  ladder_checkpoints plan;
  int images, groups; /* image times of a group, and how many there are */
  int next;           /* the group before which the next state is kept, on the way forward */
  int in_memory;      /* the group whose snapshots are there, or -1 */
  float *states;      /* [slots][2]: p(n) and p(n-1) before a group */
  float *snapshots;   /* [images] */
};

enum { knob_checkpoints = knob_threads + 1, knob_times };

static int smaller(int a, int b) { return a < b ? a : b; }

static int group_of(const ladder_launch *launch, int image_times) {
  int images = launch->knob[knob_times][0];
  while (images * images < 2 * image_times && !launch->knob[knob_times][0]) ++images;
  return images > 1 ? images : 1;
}

static int groups_of(const ladder_imaging *c, int images) {
  const int groups = (c->steps / c->every + images - 1) / images;
  return groups > 1 ? groups : 1;
}

/* More states than groups but one are of no use. */
static int slots_of(const ladder_launch *launch, int groups) {
  if (launch->knob[knob_checkpoints][0]) return launch->knob[knob_checkpoints][0];
  return groups > 2 ? smaller(groups - 1, LADDER_MOST_CHECKPOINTS) : 1;
}

static void close_forward(struct forward_field *kept) {
  free(kept->states);
  free(kept->snapshots);
  free(kept);
}

static struct forward_field *open_forward(const ladder_imaging *c, const ladder_launch *launch,
                                          ladder_launch *used) {
  const size_t field = sizeof(float) * c->nz * c->nx;
  struct forward_field *kept = calloc(1, sizeof *kept);
  if (!kept) return NULL;
  kept->images = group_of(launch, c->steps / c->every);
  kept->groups = groups_of(c, kept->images);
  kept->plan.slots = slots_of(launch, kept->groups);
  kept->states = malloc(2 * field * kept->plan.slots);
  kept->snapshots = malloc(field * kept->images);
  used->knob[knob_checkpoints][0] = kept->plan.slots;
  used->knob[knob_times][0] = kept->images;
  if (kept->states && kept->snapshots) return kept;
  close_forward(kept);
  return NULL;
}

static void forward_memory(const ladder_imaging *c, const ladder_launch *launch,
                           ladder_imaging_memory *memory) {
  const int images = group_of(launch, c->steps / c->every), groups = groups_of(c, images);
  const int slots = slots_of(launch, groups);
  memory->host += sizeof(float) * (double)c->nz * c->nx * (2.0 * slots + images);
  memory->forward_steps += (double)ladder_repeated_parts(groups, slots) * images * c->every;
}

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
