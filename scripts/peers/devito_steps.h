/* What the stages of Devito's code share around its steps. Included behind struct ladder_state,
 * which has `used`, `step` and `problem`, with BLOCK_UNIT and BLOCK_PRESET of the knob `block`. */
#ifndef LADDER_DEVITO_STEPS_H
#define LADDER_DEVITO_STEPS_H

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = state->used;
  return LADDER_OK;
}

/* Takes the steps by the generated function; `c` is what its arguments ask for. */
static ladder_status take_steps(ladder_state *s, int32_t count) {
  const __typeof__(*s->problem) *c = s->problem;
  const int threads = s->used.knob[0][0];
  struct profiler timers;
  if (count < 1) return LADDER_OK;
  memset(&timers, 0, sizeof timers);
  const cpu_set_t allowed = pin_team(threads);
  CALL_KERNEL;
  sched_setaffinity(0, sizeof allowed, &allowed);
  s->step += count;
  return LADDER_OK;
}

static const ladder_knob knobs[] = {{.name = "threads",
                                     .unit = "threads, each on a core",
                                     .values = 1,
                                     .preset = {DEVITO_THREADS},
                                     .least = {1},
                                     .most = {1024}},
                                    {.name = "block",
                                     .unit = BLOCK_UNIT,
                                     .values = 2,
                                     .preset = BLOCK_PRESET,
                                     .least = {1, 1},
                                     .most = {65536, 65536}}};

#endif
