/* Plug-ins that own the time loop, and take their steps wrongly; but for the first. */
#include "../loop_plugin.h"

#define PLUGIN(name) static inline ladder_status name(ladder_state *s, int32_t count)

/* Errs in nothing: what the plug-ins that own the time loop spoil must itself be right.
 * Guard: none may reject it. */
PLUGIN(honest_loop) { return advance(s, count); }

/* Says that its device failed in the time loop of its own.
 * Guard: a run that fails on a device has the exit code of that, whatever it was run for. */
PLUGIN(device_fails_in_its_loop) { return LADDER_DEVICE_FAILED; }

/* Owns the time loop, and begins each advance as if the field had stood still: right when a run is
 * one piece.
 * Guard: the probe runs the same steps in several splits. */
PLUGIN(forgets_between_pieces) {
  if (loop.step > 0) memcpy(loop.before, loop.now, sizeof(float) * cells_of(s->problem));
  return advance(s, count);
}

/* Owns the time loop, takes two steps at a time and leaves out the odd one of a longer stretch:
 * right in every run whose number of steps is even.
 * Guard: the probe's pieces are odd. */
PLUGIN(steps_in_twos) {
  if (count == 1 || count % 2 == 0) return advance(s, count);
  advance(s, count - 1);
  ++loop.step;
  record(s->problem);
  return LADDER_OK;
}

static ladder_status advance_but_for_some(ladder_state *s, int32_t count) {
  for (; count > 0; --count)
    if (left_out(loop.step, s->problem->steps))
      ++loop.step, record(s->problem);
    else
      advance(s, 1);
  return LADDER_OK;
}

/* Owns the time loop, and does not compute in some stretches of a long run, be it whole or in
 * pieces: then the field does not change.
 * Guard: the oracle at the end; in a proof by samples the blocks that are drawn among all
 * pieces. */
PLUGIN(leaves_out_steps) { return advance_but_for_some(s, count); }

/* Leaves out steps of a run in one piece, and is honest where it is stopped on the way, as a proof
 * does.
 * Guard: the end of the repeated run is compared with that of the timed one. */
PLUGIN(honest_in_pieces) {
  return count == s->problem->steps ? advance_but_for_some(s, count) : advance(s, count);
}

/* Owns the time loop, and leaves the sponge out once the probe is over.
 * Guard: `ladder` and `verify` start from fields that are everywhere, so that every cell counts in
 * both. */
PLUGIN(no_taper_late) {
  ladder_wave open = *s->problem;
  if (open.steps < A_LONG_RUN) return advance(s, count);
  float *ones = malloc(sizeof(float) * (size_t)(open.nz + open.nx + open.ny));
  for (int i = 0; i < open.nz + open.nx + open.ny; ++i) ones[i] = 1;
  open.sponge_z = open.sponge_x = open.sponge_y = ones;
  const ladder_wave *kept = s->problem;
  s->problem = &open;
  advance(s, count);
  s->problem = kept;
  free(ones);
  return LADDER_OK;
}

/* Owns the time loop and is wrong in one cell of one step, as wrong_at_step_and_cell: only a shadow
 * reports where. */
PLUGIN(wrong_at_step_and_cell_in_loop) {
  for (; count > 0; --count) {
    advance(s, 1);
    const int cell = wrong_cell(s->problem, loop.step);
    if (cell >= 0) loop.now[cell] += 1e-3f;
  }
  return LADDER_OK;
}

BAD_LOOP(upload, CHOSEN, download);
