// Instructions that a stage on the host executes: a count, not a time, and so nearly the same every
// time.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

struct InstructionCount {
  double per_step = 0;
  std::string how;  // "perf events" or "valgrind"
};

// What the numbers of steps are, of which the difference is taken.
enum class Steps {
  of_time,  // time steps: `--nt`
  calls     // all calls of an adopted routine: `--times`
};

// Runs `program` with `arguments` for two numbers of steps and divides the difference, so that the
// start of the program is in neither. Counted by perf events where the machine has them, else by
// valgrind. Throws Error(nothing_ran) when neither is there, saying what to install; Error(wrong)
// when it fails; Error(inconclusive) where one of the two takes longer than `limit_s`.
InstructionCount count_instructions(const std::string &program,
                                    const std::vector<std::string> &arguments, Steps,
                                    double limit_s);

// Counts the instructions in user space of this process, threads that it starts later included,
// from its construction on. By perf events, which some virtual machines do not have.
class InstructionCounter {
 public:
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter &) = delete;
  InstructionCounter &operator=(const InstructionCounter &) = delete;

  // So far; -1 where the machine does not count, or something else holds its counters.
  std::int64_t count() const;

 private:
  int descriptor_ = -1;
};

// Instructions of a program as valgrind counts them: without counters of the processor, and the
// same every time.

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
