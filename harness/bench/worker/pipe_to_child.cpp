#include "harness/bench/worker/pipe_to_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "harness/base/clock.h"
#include "harness/base/interrupt.h"
#include "harness/bench/run/descendants.h"

namespace ladder {

PipeToChild::PipeToChild(const std::string &program, const std::vector<std::string> &arguments,
                         std::size_t shared_bytes, bool foreign)
    : shared_bytes_(shared_bytes) {
  int ends[2] = {-1, -1};
  const int memory = memfd_create("ladder", MFD_CLOEXEC);
  if (memory < 0 || ftruncate(memory, static_cast<off_t>(shared_bytes)) != 0 ||
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw FileError(fmt::format("a child process cannot be prepared: {}", std::strerror(errno)));
  shared_ = mmap(nullptr, shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char *> argv;
  for (auto &word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const auto begin = [&] {
    // Out of the way of 3 and 4 first: either may be the other's place.
    const int to = fcntl(ends[1], F_DUPFD, 10), shared = fcntl(memory, F_DUPFD, 10);
    dup2(to, 3);
    dup2(shared, 4);
    close(to);
    close(shared);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execv(program.c_str(), argv.data());
    _exit(127);
  };
  const pid_t parent = getpid();
  if (foreign && contained_.start(begin))
    child_ = contained_.child();
  else
    child_ = fork();
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);    // no orphan measures on
    prctl(PR_SET_CHILD_SUBREAPER, 1UL);  // and what it starts stays its descendant
    if (getppid() != parent) _exit(127);
    begin();
  }
  close(ends[1]);
  close(memory);
  conversation_ = ends[0];
  if (child_ < 0 || shared_ == MAP_FAILED)
    throw FileError(fmt::format("a child process cannot be started: {}", std::strerror(errno)));
}

PipeToChild::~PipeToChild() {
  for (const pid_t helper : helpers_) kill(helper, SIGKILL);
  resume();
  if (conversation_ >= 0) close(conversation_);  // a child that listens ends by itself
  if (const pid_t last = contained() ? contained_.first() : child_; child_ > 0) {
    for (int i = 0; i < 200 && waitpid(last, nullptr, WNOHANG) == 0; ++i) {
      usleep(i < 50 ? 1000 : 10000);
      if (i == 199) {
        kill(last, SIGKILL);
        waitpid(last, nullptr, 0);
      }
    }
  }
  if (shared_) munmap(shared_, shared_bytes_);
}

std::string PipeToChild::end() {
  int status = 0;
  if (contained()) status = contained_.status_of_child();
  waitpid(contained() ? contained_.first() : child_, contained() ? nullptr : &status, 0);
  child_ = -1;
  if (WIFEXITED(status)) exit_code_ = WEXITSTATUS(status);
  if (WIFSIGNALED(status))
    return fmt::format("it crashed with signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  if (WEXITSTATUS(status) == 127) return "its program could not be started";
  return fmt::format("it ended its process with exit code {}", WEXITSTATUS(status));
}

int PipeToChild::pause() {
  if (child_ < 0 || paused_) return static_cast<int>(helpers_.size());
  helpers_ = stop_with_helpers(child_, [&] { return helpers_of_child(); });
  paused_ = true;
  return static_cast<int>(helpers_.size());
}

void PipeToChild::resume() {
  if (child_ < 0 || !paused_) return;
  for (const pid_t helper : helpers_) kill(helper, SIGCONT);
  kill(child_, SIGCONT);
  paused_ = false;
}

std::int64_t PipeToChild::cpu_ns() const {
  if (child_ < 0) return 0;
  return contained() ? contained_.cpu_ns() : cpu_ns_of(child_);
}

std::vector<pid_t> PipeToChild::helpers_of_child() const {
  return contained() ? contained_.helpers() : descendants_of(child_);
}

PipeToChild::Answer PipeToChild::ask(const std::string &question, double limit_s) {
  if (child_ < 0) return {true, "its process is gone", Cause::crashed};
  resume();
  const std::string line = question + "\n";
  if (send(conversation_, line.data(), line.size(), MSG_NOSIGNAL) < 0)
    return {true, end(), Cause::crashed};
  return listen(limit_s);
}

PipeToChild::Answer PipeToChild::listen(double limit_s) {
  if (child_ < 0) return {true, "its process is gone", Cause::crashed};
  const double until = steady_s() + limit_s;
  while (true) {
    if (const auto at = received_.find('\n'); at != std::string::npos) {
      const std::string line = received_.substr(0, at);
      received_.erase(0, at + 1);
      return {.text = line};
    }
    if (interrupted()) throw Error(Exit::interrupted, "interrupted");
    const double left = until - steady_s();
    if (left <= 0) {
      kill(contained() ? contained_.first() : child_, SIGKILL);
      end();
      return {true, fmt::format("it did not return within {:g} s", limit_s), Cause::hung};
    }
    pollfd waiting{conversation_, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min(left, 1.0) * 1000) + 1) <= 0) continue;
    char room[65536];
    const ssize_t count = read(conversation_, room, sizeof room);
    if (count <= 0) return {true, end(), Cause::crashed};
    received_.append(room, static_cast<std::size_t>(count));
  }
}

}  // namespace ladder
