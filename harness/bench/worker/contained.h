// A child process that no helper can leave: it runs in a PID namespace of its own, with a first
// process of this program that reaps whatever is orphaned there. When that one ends, the system
// ends everything in the namespace.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace ladder {

class Contained {
 public:
  Contained() = default;
  Contained(const Contained &) = delete;
  Contained &operator=(const Contained &) = delete;
  ~Contained();

  // `begin` is called in the child, may use system calls only, and does not return. Where the
  // system allows no namespace, neither to root nor with a user namespace of its own: false, and
  // nothing was started.
  bool start(const std::function<void()> &begin);

  pid_t first() const { return first_; }  // parent of orphans; to be waited for
  pid_t child() const { return child_; }
  // How the child ended, as waitpid gives it; 0 where it is not known. Blocks until it has.
  int status_of_child() const;
  // All processes of the namespace but those two.
  std::vector<pid_t> helpers() const;
  // Of the child, and of all processes that were ever started in the namespace, also of those that
  // ended.
  std::int64_t cpu_ns() const;
  // Whether that has also those that the system reaped by itself (a process may ask for that,
  // ignoring SIGCHLD).
  bool counts_all() const { return counter_ >= 0; }

 private:
  pid_t first_ = -1, child_ = -1;
  int ended_ = -1;    // the first process writes here how the child ended
  int counter_ = -1;  // of the system, where it gives one; -1: cpu_ns adds up what /proc shows
};

// Processor time of a process with all its threads; 0 where it has ended.
std::int64_t cpu_ns_of(pid_t);

}  // namespace ladder
