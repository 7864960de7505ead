/* A stage that computes nothing: it hands the case and the fields to a program that is no C, and takes its results. So
 * that program is judged, timed and recorded as any stage is. stage_server.py is the other side.
 *
 * Both sides share memory: the values of `layout` below, four bytes each, one after another. They talk over the socket
 * whose name is in LADDER_PEER: six integers here, one integer and some words there. One connection serves all runs, as
 * what the program has made (buffers, graphs, compiled code) may serve more than one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "harness/problems/wave/wave.h"

enum { CREATE = 1, UPLOAD, ADVANCE, DOWNLOAD, MOST_WORDS = 240 };

struct question {
  char stage[32];
  int32_t what, number;
};
struct answer {
  int32_t status;
  char words[MOST_WORDS];
};

struct ladder_state {
  const ladder_wave *problem;
  int32_t uploaded, step;
  size_t count;
  float *values; /* shared */
  float *now, *before, *traces;
};

static char why[MOST_WORDS + 32];
static int server = -1;

static ladder_status failed(const char *what) {
  snprintf(why, sizeof why, "%s: %s", what, strerror(errno));
  if (server >= 0) close(server);
  server = -1;
  return LADDER_FAILED;
}

static ladder_status reach(void) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  const char *path = getenv("LADDER_PEER");
  if (server >= 0) return LADDER_OK;
  if (!path || strlen(path) >= sizeof name.sun_path) {
    snprintf(why, sizeof why, "LADDER_PEER names no socket: the scripts in scripts/peers set it");
    return LADDER_REFUSED;
  }
  strcpy(name.sun_path, path);
  server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (server < 0 || connect(server, (const struct sockaddr *)&name, sizeof name))
    return failed("the peer's program does not answer");
  return LADDER_OK;
}

/* Sends the file of the shared memory along where there is one. */
static ladder_status ask(int32_t what, int32_t number, int memory) {
  struct question question = {LADDER_STAGE_NAME, what, number};
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
    return failed("the peer's program is gone");
  memcpy(why, answer.words, sizeof answer.words);
  why[sizeof answer.words - 1] = '\0';
  return (ladder_status)answer.status;
}

static void destroy(ladder_state *s) {
  if (!s) return;
  if (s->values) munmap(s->values, s->count * sizeof(float));
  free(s);
}

static size_t cells(const ladder_wave *c) { return (size_t)c->nz * (size_t)c->nx * (size_t)c->ny; }

static void *put(void *to, const void *from, size_t count) {
  if (from) memcpy(to, from, count * sizeof(float));
  return (float *)to + count;
}

/* The layout: 7 integers and 4 numbers of the head, then the arrays in the order of these lines. */
static void lay_out(ladder_state *s) {
  const ladder_wave *c = s->problem;
  const int32_t head[] = {c->nz, c->nx, c->ny, c->half_length, c->steps, c->sources, c->receivers};
  const float numbers[] = {c->dz, c->dx, c->dy, c->dt};
  const size_t taps = 2 * (size_t)c->half_length + 1;
  void *at = put(s->values, head, 7);
  at = put(at, numbers, 4);
  at = put(at, c->taps_z, taps);
  at = put(at, c->taps_x, taps);
  at = put(at, c->taps_y, taps);
  at = put(at, c->sponge_z, (size_t)c->nz);
  at = put(at, c->sponge_x, (size_t)c->nx);
  at = put(at, c->sponge_y, (size_t)c->ny);
  at = put(at, c->v2dt2, cells(c));
  at = put(at, c->wavelets, (size_t)c->sources * (size_t)c->steps);
  at = put(at, c->source_cells, 3 * (size_t)c->sources);
  at = put(at, c->receiver_cells, 3 * (size_t)c->receivers);
  s->now = at;
  s->before = s->now + cells(c);
  s->traces = s->before + cells(c);
}

static size_t values_of(const ladder_wave *c) {
  const size_t traces = ((size_t)c->steps + 1) * (size_t)c->receivers;
  return 11 + 3 * (2 * (size_t)c->half_length + 1) + (size_t)(c->nz + c->nx + c->ny) +
         3 * cells(c) + (size_t)c->sources * ((size_t)c->steps + 3) + 3 * (size_t)c->receivers +
         traces;
}

static ladder_status create(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
  const ladder_wave *c = the_case;
  (void)launch;
  *state = NULL;
  ladder_status status = reach();
  if (status != LADDER_OK) return status;
  ladder_state *s = calloc(1, sizeof *s);
  const int memory = memfd_create("peer", MFD_CLOEXEC);
  if (s) s->problem = c, s->count = values_of(c);
  if (!s || memory < 0 || ftruncate(memory, (off_t)(s->count * sizeof(float)))) {
    free(s);
    if (memory >= 0) close(memory);
    return failed("no memory to share");
  }
  s->values = mmap(NULL, s->count * sizeof(float), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                   memory, 0);
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

static ladder_status upload(ladder_state *s, const float *now, const float *before, int32_t step) {
  put(s->now, now, cells(s->problem));
  put(s->before, before, cells(s->problem));
  s->step = s->uploaded = step;
  return ask(UPLOAD, step, -1);
}

static ladder_status advance(ladder_state *s, int32_t count) {
  if (s->step + count > s->problem->steps) {
    strcpy(why, "more steps were asked for than the case has");
    return LADDER_FAILED;
  }
  s->step += count;
  return ask(ADVANCE, count, -1);
}

static ladder_status download(ladder_state *s, float *now, float *before, float *traces) {
  const size_t receivers = (size_t)s->problem->receivers, known = (size_t)s->uploaded * receivers;
  const ladder_status status = ask(DOWNLOAD, 0, -1);
  if (status != LADDER_OK) return status;
  put(now, s->now, cells(s->problem));
  put(before, s->before, cells(s->problem));
  put(traces + known, s->traces + known, (size_t)(s->step - s->uploaded + 1) * receivers);
  return LADDER_OK;
}

static const ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .download = download};

LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION,
                .problem = "wave",
                .name = LADDER_STAGE_NAME,
                .parent = PEER_PARENT,
                .change = PEER_CHANGE,
                .expectation = PEER_EXPECTATION,
                .device = PEER_DEVICE,
                .owns_time_loop = 1,
                .bytes_per_point = 16,
                .operations_per_point = 6,
                .operations_per_tap = 2,
                .create = create,
                .launch_used = launch_used,
                .last_error = last_error,
                .destroy = destroy,
                .entries = &entries};
