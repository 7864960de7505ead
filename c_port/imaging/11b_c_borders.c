// flags: -O3 -fopenmp -D_GNU_SOURCE
/* The forward field is recomputed by the same equation backwards in time.
 *
 * Changes: where there is no sponge, p(n-1) = 2 p(n) - p(n+1) + (v dt)^2 L p(n) + f(n+1): the
 *   forward step, with p(n+1) in the place of p(n-1). So the last two forward fields are stepped
 *   back inside the box without sponge. A strip around it, as wide as the operator, is kept at
 *   every step, and everything outside of the box at image times.
 * Longer than a slide: the cells of the borders are listed, kept and put back.
 * Why: memory, where the box is large: a strip has 4 M sides of the box, and the box would have
 *   been kept at every image time. It costs a third step of the box. In the sponge the equation
 *   cannot be reversed: waves that it damped by a thousand would have to grow again by a thousand,
 *   and rounding errors with them.
 * Rounding: the field is not the same to the bit. The error of p(n-1) comes from the rounding of
 *   the two steps between the same three fields, forward and backward, and propagates by the
 *   equation: each is at most 8 u of the largest value, u = 2^-24, and errors of different steps
 *   are independent. After N steps back the field is off by 8 sqrt(2 N) u times the gain of the
 *   equation, where the field itself is off by 8 sqrt(N) u times that gain from its exact value
 *   (ImagingCase::relative_rounding).
 * Expected: three steps instead of two, so 1.5 times the time of the steps of c-omp and the same of
 *   the products; half its memory for the forward field where the box without sponge is a few
 *   hundred cells wide
 * Launch: `threads`, each pinned to a core.
 * Work per point and step: as c-omp, and once more for the forward field.
 * Run: ladder --case=imaging-document --stage=c-borders */
#include "c_port/imaging/time_loop.h"
#include "harness/problems/imaging/borders.h"

/* What c-borders keeps of the forward field: its memory, the lists of its cells, and copies of
 * these. */
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

static float *strip_of(const struct forward_field *kept, int n) {
  return kept->strips + (n - 1) * kept->in_strip;
}

static float *rest_of(const struct forward_field *kept, int image) {
  return kept->rests + image * kept->outside;
}

static void begin_forward(struct shot *s) { s->kept->low = s->c->steps - 1; }

static void keep_forward(struct shot *s, int n) {
  struct forward_field *kept = s->kept;
  const float *p = s->forward[n % 2];
  save(p, kept->strip, kept->in_strip, strip_of(kept, n));
  if (n % s->c->every == 0) save(p, kept->rest, kept->outside, rest_of(kept, n / s->c->every - 1));
}

/* From p(n+2) and p(n+1) to p(n). */
static void step_back(struct shot *s, int n) {
  const ladder_imaging *c = s->c;
  struct forward_field *kept = s->kept;
  const ladder_box b = kept->box;
  float *p = s->forward[n % 2];
  step_box(s, s->forward[(n + 1) % 2], p, b.z0, b.z1, b.x0, b.x1);
  /* What goes into cells outside of the box is overwritten. */
  inject(c, n + 2, c->source_cells, c->sources, c->wavelets, p);
  if (n % c->every == 0)
    restore(p, kept->rest, kept->outside, rest_of(kept, n / c->every - 1));
  else
    restore(p, kept->strip, kept->in_strip, strip_of(kept, n));
}

static const float *forward_at(struct shot *s, int n) {
  while (s->kept->low > n) step_back(s, --s->kept->low);
  return s->forward[n % 2];
}

LADDER_STAGE = {LADDER_IMAGING_FRAME,
                .parent = "c-omp",
                .change =
                    "the forward field is recomputed backwards from its last two states and saved "
                    "borders",
                .expectation = LADDER_EXPECTATION,
                LADDER_KNOBS(knobs),
                LOOP_ENTRIES};
