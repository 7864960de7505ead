// Where a program spends its processor time: a few hundred times a second its stack is written to
// LADDER_SAMPLES.<process>, behind the list of what is mapped. Loaded by LD_PRELOAD; `ladder
// profile` compiles it. Each sample is on the disk at once, so that STOP or a crash loses none.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

enum { deepest = 200, every_us = 1000 };

static char name[PATH_MAX];
static int file = -1;

static uint64_t counter_of(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return context->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

// What is mapped, until an empty line.
static int begun(void) {
  char part[4096];
  ssize_t count;
  const int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  while (file >= 0 && maps >= 0 && (count = read(maps, part, sizeof part)) > 0)
    if (write(file, part, (size_t)count) < 0) break;
  if (maps >= 0) close(maps);
  return file >= 0 && write(file, "\n", 1) == 1;
}

static void take(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
  const int kept = errno;
  void *frames[deepest];
  uint64_t sample[deepest + 1];
  static int usable = 1;
  if (file < 0 && usable) usable = begun();
  const int count = usable ? backtrace(frames, deepest) : 0;
  const uint64_t counter = counter_of(context);
  int first = count > 2 ? 2 : 0;  // this handler, and what called it
  for (int at = 0; at < count; ++at)
    if ((uint64_t)(uintptr_t)frames[at] == counter) first = at;
  sample[0] = (uint64_t)(count - first);
  for (int at = first; at < count; ++at) sample[1 + at - first] = (uintptr_t)frames[at];
  if (count > first && write(file, sample, (1 + sample[0]) * sizeof *sample) < 0) usable = 0;
  errno = kept;
}

__attribute__((constructor)) static void begin(void) {
  const char *samples = getenv("LADDER_SAMPLES");
  void *frame[1];
  if (!samples || !*samples) return;
  snprintf(name, sizeof name, "%s.%d", samples, (int)getpid());
  (void)backtrace(frame, 1);  // loads what it needs, outside of a signal
  const struct sigaction action = {.sa_sigaction = take, .sa_flags = SA_SIGINFO | SA_RESTART};
  const struct itimerval every = {{0, every_us}, {0, every_us}};
  if (sigaction(SIGPROF, &action, NULL) == 0) setitimer(ITIMER_PROF, &every, NULL);
}
