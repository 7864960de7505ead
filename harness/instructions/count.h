// Instructions that a stage on the host executes: a count, not a time, and so nearly the same every time.
#pragma once
#include <string>
#include <vector>

namespace ladder {

struct InstructionCount {
  double per_step = 0;
  std::string how;  // "perf events" or "valgrind"
};

// Runs `program` with `arguments` for two numbers of steps and divides the difference, so that the start
// of the program is in neither. Counted by perf events where the machine has them, else by valgrind.
// Throws Error(nothing_ran) when neither is there, saying what to install; Error(wrong) when it fails.
InstructionCount count_instructions(const std::string &program,
                                    const std::vector<std::string> &arguments);

// Counts the instructions of this process between its construction and `count`; -1 where the machine
// does not count.
class InstructionCounter {
 public:
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter &) = delete;
  InstructionCounter &operator=(const InstructionCounter &) = delete;
  long long count() const;

 private:
  int descriptor_;
};

}  // namespace ladder
