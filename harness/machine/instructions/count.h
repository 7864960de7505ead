// Instructions that a stage on the host executes: a count, not a time, and so nearly the same every
// time.
#pragma once
#include <cstdint>
#include <functional>
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

// The same by valgrind for any program: `command_for(steps)` is the command that takes that many
// steps. The work of a process that the command starts is not counted. At most `limit_s` for each
// of the two runs. Throws UsageError (many is not above few) and what count_with_cachegrind does.
using CommandForSteps = std::function<std::vector<std::string>(int steps)>;
InstructionCount instructions_per_step(const CommandForSteps &command_for, int few, int many,
                                       double limit_s);

// Counts the instructions in user space of this process, threads that it starts later included,
// from its construction on. By perf events, which some virtual machines do not have.
class InstructionCounter {
 public:
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter &) = delete;
  InstructionCounter &operator=(const InstructionCounter &) = delete;

  bool available() const { return descriptor_ >= 0; }
  std::string why_not() const;  // empty when available
  // So far; -1 where the machine does not count, or something else holds its counters.
  std::int64_t count() const;
  // While `work` runs; -1 likewise.
  std::int64_t count_of(const std::function<void()> &work) const;

 private:
  int descriptor_ = -1;
  int error_ = 0;
};

}  // namespace ladder
