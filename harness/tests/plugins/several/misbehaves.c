/* Plug-ins that do something else than to compute L p, or something in addition. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../bad_plugin.h"

#define PLUGIN(name) static inline ladder_status name(ladder_state *s, const float *p, float *lap)

/* Writes through a null pointer at its third call.
 * Guard: plug-ins run in a child process. */
PLUGIN(crashes) {
  volatile float *volatile nowhere = NULL;
  if (++s->calls == 3) *nowhere = 0;
  return honest_laplacian(s, p, lap);
}

/* Ends the process as if all were well, at its 30th step of a run.
 * Guard: plug-ins run in a child process. */
PLUGIN(exits) {
  if (++s->calls == 30) exit(0);
  return honest_laplacian(s, p, lap);
}

/* Returns an error at its 30th step of a run.
 * Guard: an entry's status ends the run, with its words. */
PLUGIN(fails_halfway) {
  if (++s->calls == 30) return LADDER_FAILED;
  return honest_laplacian(s, p, lap);
}

/* Says that its device failed.
 * Guard: that is distinguished from a wrong result, by an exit code of its own. */
PLUGIN(device_fails) { return LADDER_DEVICE_FAILED; }

/* Does not return from its fifth call.
 * Guard: plug-ins run in a child process, with a time limit. */
PLUGIN(hangs) {
  while (s->calls == 4) sleep(1);
  ++s->calls;
  return honest_laplacian(s, p, lap);
}

/* Computes nothing, and answers the question whether it is right by itself.
 * Guard: its results are judged by the program that asks. */
PLUGIN(forges_a_verdict) {
  static const char yes[] =
      "{\"passed\":true,\"refused\":false,\"status\":0,\"worst\":0.1,\"words\":\"\"}\n";
  static int said;
  if (!said++) send(3, yes, sizeof yes - 1, 0);
  memcpy(lap, p, sizeof(float) * cells_of(s->problem));
  return LADDER_OK;
}

/* Tries to interrupt the program that runs it, as Ctrl-C does.
 * Guard: in a namespace of its own it cannot name a process outside. */
PLUGIN(interrupts_its_parent) {
  kill(getppid(), SIGINT);
  return honest_laplacian(s, p, lap);
}

/* Prints to stdout, where the records are.
 * Guard: what a plug-in prints does not get there. */
PLUGIN(prints) {
  if (s->calls++ == 0) printf("hello\n"), fflush(stdout);
  return honest_laplacian(s, p, lap);
}

/* Makes the file LADDER_TEST_PROBED when it is first called, before anything is timed, and waits to
 * be interrupted.
 * Guard: no file of records is left behind without a record. */
PLUGIN(waits_in_its_probe) {
  static int called;
  if (!called++) {
    close(creat(getenv("LADDER_TEST_PROBED"), 0600));
    for (int i = 0; i < 60000; ++i) usleep(1000);
  }
  return honest_laplacian(s, p, lap);
}

/* Makes the velocities slower as it is asked for L p, which it then gives rightly: waves that
 * hardly move are easy.
 * Guard: the probe keeps a model of its own, as the copies of a case share theirs. */
PLUGIN(changes_the_model) {
  *(float *)s->problem->v2dt2 = 1;
  return honest_laplacian(s, p, lap);
}

/* Uses its input as scratch memory.
 * Guard: the probe compares the input with what it gave. */
PLUGIN(writes_input) {
  convolve(s->problem, p, lap);
  ((float *)p)[cells_of(s->problem) / 2] += 1;
  return LADDER_OK;
}

/* Writes one value behind its array.
 * Guard: the zones around every buffer. */
PLUGIN(writes_outside) {
  convolve(s->problem, p, lap);
  lap[cells_of(s->problem)] = 0;
  return LADDER_OK;
}

/* Writes one value behind its array, late in a run: the probe does not come that far.
 * Guard: the zones are looked at after every run. */
PLUGIN(writes_outside_late) {
  convolve(s->problem, p, lap);
  if (++s->calls >= A_LONG_RUN) lap[cells_of(s->problem)] = 0;
  return LADDER_OK;
}

/* Writes 3000 values before its array.
 * Guard: the zones around every buffer. */
PLUGIN(writes_far_outside) {
  convolve(s->problem, p, lap);
  for (int i = 1; i <= 3000; ++i) lap[-i] = 0;
  return LADDER_OK;
}

/* Is wrong in one cell of one step, and from then on right again. Not for the harness, which would
 * find it in other ways: a shadow must report step and cell. */
PLUGIN(wrong_at_step_and_cell) {
  const int cell = wrong_cell(s->problem, ++s->calls);
  convolve(s->problem, p, lap);
  if (cell >= 0) lap[cell] += 1e-3f / s->problem->v2dt2[cell];
  return LADDER_OK;
}

BAD_STAGE(CHOSEN);
