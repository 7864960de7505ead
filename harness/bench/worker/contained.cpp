#include <fcntl.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <string>

#include "harness/base/clock.h"
#include "harness/bench/run/descendants.h"
#include "harness/bench/worker/pipe_to_child.h"

namespace ladder {
namespace {

bool write_file(const char *path, const char *text, std::size_t length) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool whole = write(file, text, length) == static_cast<ssize_t>(length);
  close(file);
  return whole;
}

// Within a new user namespace the user stays who they are.
bool map_user(unsigned user, unsigned group) {
  const auto map = [](const char *path, unsigned id) {
    char text[64];
    char *at = std::to_chars(text, text + 20, id).ptr;
    *at++ = ' ';
    at = std::to_chars(at, at + 20, id).ptr;
    *at++ = ' ';
    *at++ = '1';
    return write_file(path, text, static_cast<std::size_t>(at - text));
  };
  write_file("/proc/self/setgroups", "deny", 4);
  return map("/proc/self/uid_map", user) && map("/proc/self/gid_map", group);
}

// A driver that looks itself up in /proc, as CUDA's does, must find itself there under its number
// in the namespace.
bool mount_own_proc() {
  return mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
}

// In the first process of the namespace: reaps until the child has ended, says how, and ends with
// all others.
[[noreturn]] void reap(pid_t child, int ended) {
  dup2(ended, 3);
  syscall(SYS_close_range, 4u, ~0u, 0u);
  for (int status = 0;;) {
    const pid_t one = waitpid(-1, &status, __WALL);
    if (one < 0 && errno != EINTR) _exit(1);
    if (one != child || (!WIFEXITED(status) && !WIFSIGNALED(status))) continue;
    (void)!write(3, &status, sizeof status);
    _exit(0);
  }
}

// Counts the processor time of a process and of all that it starts, while they run and when they
// have ended.
int open_counter(pid_t process) {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_SOFTWARE;
  wanted.config = PERF_COUNT_SW_TASK_CLOCK;
  wanted.inherit = 1;
  wanted.exclude_kernel = geteuid() != 0;
  wanted.exclude_hv = 1;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &wanted, process, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

// Of the children that a process has waited for, and of those that they had waited for.
std::int64_t cpu_ns_of_reaped(pid_t process) {
  const auto stat = stat_of("/proc/" + std::to_string(process));
  if (stat.size() < 15) return 0;
  return (std::stoll(stat[13]) + std::stoll(stat[14])) * 1000000000 / sysconf(_SC_CLK_TCK);
}

}  // namespace

std::int64_t cpu_ns_of(pid_t process) {
  clockid_t clock{};
  if (process <= 0 || clock_getcpuclockid(process, &clock) != 0) return 0;
  return ns_of_clock(clock);
}

bool Contained::start(const std::function<void()> &begin) {
  int ended[2], go[2];
  if (pipe2(ended, O_CLOEXEC) != 0) return false;
  if (pipe2(go, O_CLOEXEC) != 0) {
    close(ended[0]), close(ended[1]);
    return false;
  }
  const unsigned user = geteuid(), group = getegid();
  for (const long flags : {long{0}, long{CLONE_NEWUSER}}) {
    first_ = static_cast<pid_t>(syscall(SYS_clone, flags | CLONE_NEWPID | CLONE_NEWNS | SIGCHLD,
                                        nullptr, nullptr, nullptr, 0));
    if (first_ > 0) break;
    if (first_ < 0) continue;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if ((flags & CLONE_NEWUSER) && !map_user(user, group)) _exit(1);
    if (!mount_own_proc()) _exit(1);
    const auto child =
        static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, 0));
    if (child < 0) _exit(1);
    if (child > 0) reap(child, ended[1]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(go[1]);
    char word = 0;
    if (read(go[0], &word, 1) != 1) _exit(127);
    begin();
    _exit(127);
  }
  close(ended[1]), close(go[0]);
  ended_ = ended[0];
  // The child waits, so that it is the only one there.
  for (int tries = 0; first_ > 0 && child_ < 0 && tries < 2000; ++tries) {
    const std::vector<pid_t> all = descendants_of(first_);
    if (all.size() == 1) child_ = all.front();
    if (child_ < 0 && waitpid(first_, nullptr, WNOHANG) == first_) first_ = -1;
    if (child_ < 0) usleep(1000);
  }
  if (child_ > 0) {
    counter_ = open_counter(child_);
    (void)!write(go[1], "g", 1);
  } else if (first_ > 0) {
    kill(first_, SIGKILL);
    waitpid(first_, nullptr, 0);
    first_ = -1;
  }
  close(go[1]);
  return child_ > 0;
}

Contained::~Contained() {
  for (const int file : {ended_, counter_})
    if (file >= 0) close(file);
}

int Contained::status_of_child() const {
  int status = 0;
  return read(ended_, &status, sizeof status) == sizeof status ? status : 0;
}

std::vector<pid_t> Contained::helpers() const {
  std::vector<pid_t> all = descendants_of(first_);
  std::erase(all, child_);
  return all;
}

std::int64_t Contained::cpu_ns() const {
  std::int64_t counted = 0;
  if (counter_ >= 0 && read(counter_, &counted, sizeof counted) == sizeof counted) return counted;
  counted = cpu_ns_of(child_) + cpu_ns_of_reaped(child_) + cpu_ns_of_reaped(first_);
  for (const pid_t one : helpers()) counted += cpu_ns_of(one) + cpu_ns_of_reaped(one);
  return counted;
}

}  // namespace ladder
