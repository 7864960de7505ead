/* A stage that computes nothing: it passes the case and the fields to a program in another
 * language, in a process of its own, and takes its results. So ladder proves, times and records
 * that program as any stage. stage_server.py is the other side; README.md says what the bridge
 * costs.
 *
 * Both sides share memory: the values of bridge_wave.h or bridge_heat.h, four bytes each, one
 * after another. They talk over the socket of the stage's name in the folder LADDER_BRIDGE: a
 * question goes there, an answer comes back. One connection serves all runs, since what the
 * program has made (buffers, graphs, compiled code) may serve more than one. A question says how
 * long the entry before it took on this side; less the time inside the program, that is what the
 * bridge cost. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "harness/stage.h"

enum { CREATE = 1, UPLOAD, ADVANCE, DOWNLOAD, MOST_WORDS = 240 };

struct question {
  char stage[32];
  int32_t what, number;
  int64_t last_ns; /* of the entry before, the copies of this side included */
};
struct answer {
  int32_t status;
  char words[MOST_WORDS];
};

static char why[MOST_WORDS + 32];
static int server = -1;
static int64_t began_ns, last_ns;

static ladder_status failed(const char *what) {
  snprintf(why, sizeof why, "%s: %s", what, strerror(errno));
  if (server >= 0) close(server);
  server = -1;
  return LADDER_FAILED;
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1000000000 * (int64_t)t.tv_sec + t.tv_nsec;
}

static void begin(void) { began_ns = now_ns(); }

static ladder_status end(ladder_status status) {
  last_ns = now_ns() - began_ns;
  return status;
}

static ladder_status reach(void) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  const char *folder = getenv("LADDER_BRIDGE");
  if (server >= 0) return LADDER_OK;
  if (!folder || (size_t)snprintf(name.sun_path, sizeof name.sun_path, "%s/" LADDER_STAGE_NAME,
                                  folder) >= sizeof name.sun_path) {
    snprintf(why, sizeof why, "LADDER_BRIDGE names no folder: run it by scripts/languages/run");
    return LADDER_REFUSED;
  }
  server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (server < 0 || connect(server, (const struct sockaddr *)&name, sizeof name))
    return failed("the program behind the bridge does not answer");
  return LADDER_OK;
}

/* Sends the file of the shared memory along where there is one. */
static ladder_status ask(int32_t what, int32_t number, int memory) {
  struct question question = {LADDER_STAGE_NAME, what, number, last_ns};
  struct answer answer;
  union {
    struct cmsghdr head;
    char space[CMSG_SPACE(sizeof(int))];
  } extra = {.head = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
  struct iovec part = {&question, sizeof question};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (memory >= 0) {
    memcpy(CMSG_DATA(&extra.head), &memory, sizeof memory);
    message.msg_control = &extra;
    message.msg_controllen = sizeof extra.space;
  }
  if (sendmsg(server, &message, MSG_NOSIGNAL) != sizeof question ||
      recv(server, &answer, sizeof answer, MSG_WAITALL) != sizeof answer)
    return failed("the program behind the bridge is gone");
  memcpy(why, answer.words, sizeof answer.words);
  why[sizeof answer.words - 1] = '\0';
  return (ladder_status)answer.status;
}

static void *put(void *to, const void *from, size_t count) {
  if (from) memcpy(to, from, count * sizeof(float));
  return (float *)to + count;
}

/* The case of the problem, its struct ladder_state, `defect`, `values_of`, `lay_out`, and
 * `entries`. */
#ifdef BRIDGE_HEAT
#include "bridge_heat.h"
#else
#include "bridge_wave.h"
#endif

static void destroy(ladder_state *s) {
  if (!s) return;
  if (s->values) munmap(s->values, s->count * sizeof(float));
  free(s);
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  (void)launch;
  *state = NULL;
  const char *refusal = defect(the_case);
  if (refusal) {
    snprintf(why, sizeof why, "%s", refusal);
    return LADDER_REFUSED;
  }
  ladder_status status = reach();
  if (status != LADDER_OK) return status;
  ladder_state *s = calloc(1, sizeof *s);
  const int memory = memfd_create("bridge", MFD_CLOEXEC);
  if (s) s->problem = the_case, s->count = values_of(the_case);
  if (!s || memory < 0 || ftruncate(memory, (off_t)(s->count * sizeof(float)))) {
    free(s);
    if (memory >= 0) close(memory);
    return failed("no memory to share");
  }
  s->values = mmap(NULL, s->count * sizeof(float), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_POPULATE, memory, 0);
  if (s->values == MAP_FAILED) {
    s->values = NULL;
    status = failed("no memory to share");
  } else {
    lay_out(s);
    status = ask(CREATE, 0, memory);
  }
  close(memory);
  if (status == LADDER_OK)
    *state = s;
  else
    destroy(s);
  return status;
}

static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  (void)state;
  memset(used, 0, sizeof *used);
  return LADDER_OK;
}

static const char *last_error(const ladder_state *state) {
  (void)state;
  return why;
}

static ladder_status advance(ladder_state *s, int32_t count) {
  begin();
  if (s->step + count > s->problem->steps) {
    strcpy(why, "more steps were asked for than the case has");
    return LADDER_FAILED;
  }
  s->step += count;
  return end(ask(ADVANCE, count, -1));
}

static const BRIDGE_ENTRIES entries = {.upload = upload, .advance = advance, .download = download};

LADDER_STAGE = {BRIDGE_FRAME,
                .parent = BRIDGE_PARENT,
                .change = BRIDGE_CHANGE,
                .expectation = BRIDGE_EXPECTATION,
                .device = BRIDGE_DEVICE,
                .owns_time_loop = 1,
                .create = create,
                .launch_used = launch_used,
                .last_error = last_error,
                .destroy = destroy,
                .entries = &entries};
