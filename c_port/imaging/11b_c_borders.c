// flags: -O3 -fopenmp -D_GNU_SOURCE
/* The forward field is recomputed by the same equation backwards in time.
 *
 * Changes: where there is no sponge, p(n-1) = 2 p(n) - p(n+1) + (v dt)^2 L p(n) + f(n+1): the
 *   forward step, with p(n+1) in the place of p(n-1). So the last two forward fields are stepped
 *   back inside the box without sponge. A strip around it, as wide as the operator, is kept at
 *   every step, and everything outside of the box at image times.
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
#include "c_port/imaging/borders_memory.h"

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
