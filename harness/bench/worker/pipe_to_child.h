// A child process that is asked in lines and answers in lines; its death and its silence are
// distinguished. While it is not asked it is stopped, with all that it started: none of its
// threads run during the work of others. One that holds foreign code is contained: its helpers are
// counted and end with it, where the system allows that.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/bench/worker/contained.h"

namespace ladder {

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
