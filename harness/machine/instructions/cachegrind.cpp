#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "harness/base/child.h"
#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/machine/instructions/count.h"

namespace ladder {
namespace {

constexpr std::size_t most_shown = 600;  // characters of a program's last words

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("ended with signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

std::string end_of(const std::string &text) {
  return text.size() <= most_shown ? text : "..." + text.substr(text.size() - most_shown);
}

}  // namespace

std::int64_t instruction_refs(const std::string &text, int process) {
  std::istringstream lines(text);
  std::int64_t count = -1;
  for (std::string line; std::getline(lines, line);) {
    int said_by = 0;
    char number[32] = "";
    // A program's own words may precede valgrind's on a line. Versions differ in blanks.
    const auto begin = line.find("==");
    if (begin == std::string::npos ||
        std::sscanf(line.c_str() + begin, "==%d== I refs: %31[0-9,]", &said_by, number) != 2 ||
        said_by != process)
      continue;
    std::string digits = number;
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    if (!digits.empty()) count = std::stoll(digits);
  }
  return count;
}

std::int64_t count_with_cachegrind(const std::vector<std::string> &command, double limit_s) {
  std::vector<std::string> argv = {"valgrind", "--tool=cachegrind", "--cache-sim=no", "--vgdb=no",
                                   "--cachegrind-out-file=/dev/null"};
  argv.insert(argv.end(), command.begin(), command.end());
  const ChildOutput run = run_command(argv, limit_s);
  if (run.start_error != 0)
    throw Error(Exit::nothing_ran,
                fmt::format("instructions cannot be counted: valgrind cannot be started ({}); "
                            "install it: sudo apt-get install valgrind",
                            std::strerror(run.start_error)));
  const std::string said = fmt::format("{}: {}", command[0], end_of(run.text));
  if (run.text.find("unhandled instruction bytes") != std::string::npos)
    throw Error(Exit::wrong,
                "valgrind does not know an instruction of the program (it does not know AVX-512): "
                "compile without -march=native. " +
                    said);
  if (run.status != 0)
    throw Error(Exit::wrong, fmt::format("the run whose instructions were to be counted {}. {}",
                                         how_it_ended(run.status), said));
  const std::int64_t count = instruction_refs(run.text, run.process);
  if (count < 0) throw Error(Exit::wrong, "valgrind printed no number of instructions. " + said);
  return count;
}

namespace {

constexpr useconds_t wait_us = 1000;

struct Pipe {
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw FileError(fmt::format("a pipe cannot be created: {}", std::strerror(errno)));
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(int i) {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
  int ends[2] = {-1, -1};
};

// Ends the child when the waiting for it is given up.
class Child {
 public:
  explicit Child(pid_t process) : process_(process) {}
  ~Child() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  bool ended(int &status) {
    if (waitpid(process_, &status, WNOHANG) == 0) return false;
    process_ = -1;
    return true;
  }

 private:
  pid_t process_;
};

void go_on_or_throw(double until, double limit_s, const std::string &program) {
  if (interrupted()) throw Error(Exit::interrupted, "interrupted");
  if (steady_s() >= until)
    throw Error(Exit::inconclusive,
                fmt::format("'{}' did not end within {:g} s and was stopped", program, limit_s));
}

}  // namespace

ChildOutput run_command(const std::vector<std::string> &argv, double limit_s) {
  Pipe output;
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const StartedChild started =
      start_child(argv, {nothing, output.ends[1], output.ends[1]}, true);  // no orphan runs on
  close(nothing);
  output.close_end(1);
  Child child(started.process);
  ChildOutput result;
  result.process = started.process;
  result.start_error = started.problem;
  const double until = steady_s() + limit_s;
  for (bool more = true; more;) {
    go_on_or_throw(until, limit_s, argv[0]);
    const double left_ms = 1000 * (until - steady_s());
    pollfd waiting{output.ends[0], POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::clamp(left_ms, 0.0, 500.0)) + 1) <= 0) continue;
    char room[4096];
    const ssize_t count = read(output.ends[0], room, sizeof room);
    if (count > 0) result.text.append(room, static_cast<std::size_t>(count));
    more = count > 0 || (count < 0 && errno == EINTR);
  }
  while (!child.ended(result.status)) {
    go_on_or_throw(until, limit_s, argv[0]);
    usleep(wait_us);
  }
  return result;
}

}  // namespace ladder
