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

// What kind of failure a run had, where no status of the contract says so. Words are for people;
// programs get this.

enum class Cause {
  none,
  does_not_start,   // its process ended before it was asked for anything
  crashed,          // its process ended by a signal, or by itself
  hung,             // it did not return in time
  broke_protocol,   // its process answered unasked, or would change what the program calls
  late_write,       // its results changed after its last call had returned
  outside_write,    // it wrote outside of an array of the harness
  emulation,        // the emulation found what a kernel must not do; its sentence says what
  device_not_used,  // a CUDA stage whose results no kernel made
  only_recorded,    // right from the recorded inputs, wrong from fresh ones
  hides_work,       // it kept more processors busy than it says, or left processes running
  not_told_apart,   // the original's own runs differ too much for a verdict
  nondeterministic  // wrong, and other bits at each run from the same start
};

}  // namespace ladder
