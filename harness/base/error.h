// Errors that end the command: what, where, what to do; and the exit code that goes with each.
#pragma once
#include <stdexcept>
#include <string>

namespace ladder {

enum class Exit {
  ok = 0,
  slower = 1,
  usage = 2,
  wrong = 3,
  inconclusive = 4,
  not_comparable = 5,
  nothing_ran = 6,
  file = 7,
  device = 8,
  interrupted = 130,
};

struct Error : std::runtime_error {
  Error(Exit code, const std::string &what) : std::runtime_error(what), exit(code) {}
  Exit exit;
};

struct UsageError : Error {
  explicit UsageError(const std::string &what) : Error(Exit::usage, what) {}
};
struct FileError : Error {
  explicit FileError(const std::string &what) : Error(Exit::file, what) {}
};

}  // namespace ladder
