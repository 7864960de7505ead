// Instructions of a program as valgrind counts them: without counters of the processor, and the
// same every time.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

// The number behind "I refs:" in what process number `process` says; -1 where it says none.
// Processes that it forked say numbers of their own.
std::int64_t instruction_refs(const std::string &text, int process);

// All instructions in user space of one run of the command, its start included; not those of
// processes that it starts. Throws Error: nothing_ran (valgrind is missing), wrong (the command
// failed, or uses an instruction that valgrind does not know), inconclusive (the time limit).
std::int64_t count_with_cachegrind(const std::vector<std::string> &command, double limit_s);

// Runs a command to its end and keeps what it says.

struct ChildOutput {
  int start_error = 0;  // errno of starting it; 0: it was started
  pid_t process = 0;
  int status = 0;    // as waitpid returns it
  std::string text;  // its standard output and error, as they came
};

// argv[0] is looked for on PATH. Standard input is empty. A child that runs longer than `limit_s`
// seconds is killed. Throws Error: inconclusive (the limit), interrupted (Ctrl-C), file (no process
// can be made).
ChildOutput run_command(const std::vector<std::string> &argv, double limit_s);

}  // namespace ladder
