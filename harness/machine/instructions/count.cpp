#include "harness/machine/instructions/count.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "harness/base/error.h"
#include "harness/machine/instructions/cachegrind.h"
#include "harness/machine/instructions/child_output.h"

namespace ladder {
namespace {

constexpr int few_steps = 10, many_steps = 210, few_runs = 1, many_runs = 3;

// Threads that wait for others sleep: how often they would look in vain is by chance.
class Sleeping {
 public:
  Sleeping() : was_given_(std::getenv(name)) {
    if (!was_given_) setenv(name, "passive", 0);
  }
  ~Sleeping() {
    if (!was_given_) unsetenv(name);
  }
  Sleeping(const Sleeping &) = delete;
  Sleeping &operator=(const Sleeping &) = delete;

 private:
  static constexpr const char *name = "OMP_WAIT_POLICY";
  bool was_given_;
};

// The worker counts its own run and prints the number.
std::int64_t count_with_perf(const std::vector<std::string> &command, double limit_s) {
  const ChildOutput run = run_command(command, limit_s);
  static const std::string label = "instructions: ";
  long long count = -1;
  if (const auto at = run.text.find(label); at != std::string::npos)
    std::sscanf(run.text.c_str() + at + label.size(), "%lld", &count);
  if (run.start_error != 0 || run.status != 0 || count < 0)
    throw Error(Exit::wrong, fmt::format("the run whose instructions were to be counted failed: {}",
                                         run.text.substr(0, 400)));
  return count;
}

double slope(std::int64_t at_few, std::int64_t at_many, int few, int many) {
  return static_cast<double>(at_many - at_few) / (many - few);
}

}  // namespace

InstructionCount instructions_per_step(const CommandForSteps &command_for, int few, int many,
                                       double limit_s) {
  if (many <= few)
    throw UsageError(fmt::format("a difference needs more steps than {}, not {}", few, many));
  const auto at_few = count_with_cachegrind(command_for(few), limit_s),
             at_many = count_with_cachegrind(command_for(many), limit_s);
  return {slope(at_few, at_many, few, many), "valgrind"};
}

InstructionCount count_instructions(const std::string &program,
                                    const std::vector<std::string> &arguments, Steps steps,
                                    double limit_s) {
  const bool whole = steps == Steps::whole;
  const int few = whole ? few_runs : few_steps, many = whole ? many_runs : many_steps;
  const Sleeping sleeping;
  const auto command_for = [&](int number) {
    std::vector<std::string> command = {program};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.push_back(whole ? fmt::format("--times={}", number)
                            : fmt::format("--nt={}", number + 1));
    command.push_back("--once");
    return command;
  };
  if (InstructionCounter().count() < 0)
    return instructions_per_step(command_for, few, many, limit_s);
  const auto at_few = count_with_perf(command_for(few), limit_s),
             at_many = count_with_perf(command_for(many), limit_s);
  return {slope(at_few, at_many, few, many), "perf events"};
}

}  // namespace ladder
