#include "harness/machine/instructions/cachegrind.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "harness/base/error.h"
#include "harness/machine/instructions/child_output.h"

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

}  // namespace ladder
