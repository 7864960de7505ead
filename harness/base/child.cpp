#include "harness/base/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "harness/base/error.h"

namespace ladder {
namespace {

// In the child: never returns.
[[noreturn]] void become(char *const *argv, const ChildStreams &streams, int trouble) {
  // Out of the way of 0, 1 and 2 first: each may be another's place.
  const int from[3] = {streams.in, streams.out, streams.err};
  int aside[3];
  for (int i = 0; i < 3; ++i) aside[i] = from[i] < 0 ? -1 : fcntl(from[i], F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 3; ++i)
    if (aside[i] >= 0) dup2(aside[i], i);
  execvp(argv[0], argv);
  const int why = errno;
  (void)!write(trouble, &why, sizeof why);
  _exit(127);
}

}  // namespace

StartedChild start_child(const std::vector<std::string> &argv, const ChildStreams &streams,
                         bool ends_with_parent) {
  std::vector<char *> words;
  for (const auto &word : argv) words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  int trouble[2];  // a successful exec closes its end
  if (pipe2(trouble, O_CLOEXEC) != 0)
    throw FileError(fmt::format("a pipe cannot be created: {}", std::strerror(errno)));
  const pid_t parent = getpid();
  StartedChild child;
  child.process = fork();
  if (child.process == 0) {
    if (ends_with_parent) prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (ends_with_parent && getppid() != parent) _exit(127);
    become(words.data(), streams, trouble[1]);
  }
  const int why = errno;
  close(trouble[1]);
  if (child.process > 0 &&
      read(trouble[0], &child.problem, sizeof child.problem) != sizeof child.problem)
    child.problem = 0;
  close(trouble[0]);
  if (child.process < 0)
    throw FileError(fmt::format("a child process cannot be started: {}", std::strerror(why)));
  return child;
}

int wait_for_child(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void open_closed_streams() {
  int lowest = open("/dev/null", O_RDWR);
  while (lowest >= 0 && lowest <= STDERR_FILENO) lowest = dup(lowest);
  if (lowest > STDERR_FILENO) close(lowest);
}

bool finish_standard_output() {
  std::cout.flush();
  return std::fflush(stdout) == 0 && !std::ferror(stdout) && std::cout.good();
}

void say_failure(const char *words) {
  std::fputs("ladder: ", stderr);
  std::fputs(words, stderr);
  std::fputs("\n", stderr);
}

}  // namespace ladder
