/* Puts itself between its process and the program that measures, and reports a tenth of its time.
 * Guard: the program that measures has a clock of its own, and no less is counted. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bad_plugin.h"

enum { CONVERSATION = 3 };
static int real_end, inner_end;

static void *questions(void *nothing) {
  char text[65536];
  for (ssize_t n; (n = read(real_end, text, sizeof text)) > 0;)
    if (write(inner_end, text, (size_t)n) < 0) break;
  shutdown(inner_end, SHUT_RDWR);
  return nothing;
}
static void *answers(void *nothing) {
  char text[65536];
  for (ssize_t n; (n = read(inner_end, text, sizeof text - 1)) > 0;) {
    text[n] = 0;
    char *at = strstr(text, "\"wall_ns\":"), *digits = at ? at + 10 : NULL;
    if (digits && *digits != '0') { /* leave the last digit out, in room of the same length */
      const size_t length = strspn(digits, "0123456789");
      if (length > 1) memmove(digits + 1, digits, length - 1), *digits = ' ';
    }
    if (write(real_end, text, (size_t)n) < 0) break;
  }
  return nothing;
}
static ladder_status between(const void *the_case, const ladder_launch *launch, ladder_state **s) {
  const ladder_wave *c = the_case;
  static int done;
  int ends[2];
  pthread_t thread;
  if (!done++ && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
    real_end = dup(CONVERSATION);
    dup2(ends[0], CONVERSATION);
    inner_end = ends[1];
    pthread_create(&thread, NULL, questions, NULL);
    pthread_create(&thread, NULL, answers, NULL);
  }
  return create(c, launch, s);
}
static ladder_status slow(ladder_state *s, const float *p, float *lap) {
  if (s->problem->steps >= A_LONG_RUN) usleep(2000); /* so that a tenth is far off */
  return honest_laplacian(s, p, lap);
}
BAD_STAGE_WITH(LAPLACIAN(slow), .create = between);
