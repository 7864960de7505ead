// A child process that is asked in lines and answers in lines; its death and its silence are
// distinguished. While it is not asked it is stopped, with all that it started: none of its
// threads run during the work of others. One that holds foreign code is contained: its helpers are
// counted and end with it, where the system allows that.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/error.h"

namespace ladder {

// A child process that no helper can leave: it runs in a PID namespace of its own, with a first
// process of this program that reaps whatever is orphaned there. When that one ends, the system
// ends everything in the namespace.

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

class PipeToChild {
 public:
  // Starts `program` with descriptor 3 for the conversation and descriptor 4 for `shared_bytes` of
  // shared memory; what it prints to its standard output goes to standard error. Throws FileError.
  PipeToChild(const std::string &program, const std::vector<std::string> &arguments,
              std::size_t shared_bytes, bool foreign);
  ~PipeToChild();
  PipeToChild(const PipeToChild &) = delete;
  PipeToChild &operator=(const PipeToChild &) = delete;

  struct Answer {
    bool lost = false;  // no line came; `text` says why, and the child is gone
    std::string text;
    Cause cause = Cause::none;  // of a child that is lost
  };
  // Throws Error(interrupted) on Ctrl-C.
  Answer ask(const std::string &question, double limit_s);
  Answer listen(double limit_s);
  int exit_code() const { return exit_code_; }  // of a lost child that ended by itself; else -1
  void *shared() const { return shared_; }

  // Stops the child until it is asked again. Returns how many processes of its own it has running.
  int pause();
  // That all its threads used so far; where it is contained, its helpers too.
  std::int64_t cpu_ns() const;
  bool contained() const { return contained_.child() > 0; }

 private:
  void resume();
  std::string end();  // reaps the child and says how it ended
  std::vector<pid_t> helpers_of_child() const;

  pid_t child_ = -1;
  Contained contained_;
  int conversation_ = -1;
  void *shared_ = nullptr;
  std::size_t shared_bytes_ = 0;
  int exit_code_ = -1;
  bool paused_ = false;
  std::vector<pid_t> helpers_;  // processes that the child started
  std::string received_;
};

}  // namespace ladder
