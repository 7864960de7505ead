/* What c-checkpoints keeps of the forward field: its memory, and how large groups are. */
#include "c_port/imaging/time_loop.h"
#include "harness/problems/imaging/binomial.h"

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
