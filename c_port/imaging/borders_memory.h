/* What c-borders keeps of the forward field: its memory, the lists of its cells, and copies of
 * these. */
#include "c_port/imaging/time_loop.h"
#include "harness/problems/imaging/borders.h"

struct forward_field {
  ladder_box box;
  int64_t in_strip, outside;
  int64_t *strip, *rest; /* [in_strip] and [outside]: their cells */
  float *strips;         /* [steps][in_strip]: row n - 1 at n */
  float *rests;          /* [image times][outside] */
  int low;               /* p(low) and p(low + 1) are there */
};

static void close_forward(struct forward_field *kept) {
  free(kept->strip);
  free(kept->rest);
  free(kept->strips);
  free(kept->rests);
  free(kept);
}

static void find_cells(const ladder_imaging *c, struct forward_field *kept) {
  int64_t strip = 0, rest = 0;
  for (int x = 0; x < c->nx; ++x)
    for (int z = 0; z < c->nz; ++z) {
      const int64_t cell = z + (int64_t)c->nz * x;
      if (ladder_in_strip(&kept->box, c->half_length, z, x)) kept->strip[strip++] = cell;
      if (!ladder_in_box(&kept->box, z, x, 0, 0)) kept->rest[rest++] = cell;
    }
}

/* One more than needed, since a size of nothing may come as NULL. */
static void *room(double count, size_t size) { return malloc(((size_t)count + 1) * size); }

static struct forward_field *open_forward(const ladder_imaging *c, const ladder_launch *launch,
                                          ladder_launch *used) {
  (void)launch;
  (void)used;
  struct forward_field *kept = calloc(1, sizeof *kept);
  if (!kept) return NULL;
  kept->box = ladder_reversible(c);
  ladder_count_borders(c, &kept->in_strip, &kept->outside);
  kept->strip = room(kept->in_strip, sizeof *kept->strip);
  kept->rest = room(kept->outside, sizeof *kept->rest);
  kept->strips = room((double)c->steps * kept->in_strip, sizeof(float));
  kept->rests = room((double)(c->steps / c->every) * kept->outside, sizeof(float));
  if (!kept->strip || !kept->rest || !kept->strips || !kept->rests) {
    close_forward(kept);
    return NULL;
  }
  find_cells(c, kept);
  return kept;
}

static void forward_memory(const ladder_imaging *c, const ladder_launch *launch,
                           ladder_imaging_memory *memory) {
  (void)launch;
  int64_t strip, outside;
  ladder_count_borders(c, &strip, &outside);
  memory->host += (sizeof(float) * (double)c->steps + sizeof(int64_t)) * strip +
                  (sizeof(float) * (double)(c->steps / c->every) + sizeof(int64_t)) * outside;
  if (c->steps > 0) memory->forward_steps += c->steps - 1;
}

static void save(const float *p, const int64_t *cells, int64_t count, float *to) {
  for (int64_t i = 0; i < count; ++i) to[i] = p[cells[i]];
}

static void restore(float *p, const int64_t *cells, int64_t count, const float *from) {
  for (int64_t i = 0; i < count; ++i) p[cells[i]] = from[i];
}
