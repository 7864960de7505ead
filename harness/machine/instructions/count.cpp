#include "harness/machine/instructions/count.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <future>

#include "harness/base/error.h"

namespace ladder {
namespace {

constexpr int few_steps = 10, many_steps = 210;

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

// Both runs at the same time: their counts do not depend on it.
template <class Count>
std::pair<std::int64_t, std::int64_t> both(const Count &count, int few, int many) {
  auto at_few = std::async(std::launch::async, count, few);
  const std::int64_t at_many = count(many);
  return {at_few.get(), at_many};
}

}  // namespace

InstructionCount count_instructions(const std::string &program,
                                    const std::vector<std::string> &arguments, Steps steps,
                                    double limit_s) {
  const Sleeping sleeping;
  const auto command_for = [&](int number) {
    std::vector<std::string> command = {program};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.push_back(steps == Steps::calls ? fmt::format("--times={}", number)
                                            : fmt::format("--nt={}", number + 1));
    command.push_back("--once");
    return command;
  };
  const bool by_valgrind = InstructionCounter().count() < 0;
  const auto count = [&](int number) {
    return by_valgrind ? count_with_cachegrind(command_for(number), limit_s)
                       : count_with_perf(command_for(number), limit_s);
  };
  const char *how = by_valgrind ? "valgrind" : "perf events";
  if (steps == Steps::of_time) {
    const auto [at_few, at_many] = both(count, few_steps, many_steps);
    return {slope(at_few, at_many, few_steps, many_steps), how};
  }
  constexpr int few = 1, more = 3;
  const auto [at_few, at_more] = both(count, few, more);
  const double of_one = slope(at_few, at_more, few, more);
  // A short call is made more often: the start of the program varies by thousands.
  constexpr double enough = 1e7, least = 1e3;
  if (of_one * (more - few) > 0.2 * enough) return {of_one, how};
  const int many = few + static_cast<int>(enough / std::max(of_one, least));
  return {slope(at_few, count(many), few, many), how};
}

InstructionCounter::InstructionCounter() {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  wanted.pinned = 1;   // all the time or not at all: a part that is scaled up is no count
  wanted.inherit = 1;  // threads that the stage starts
  descriptor_ =
      static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

InstructionCounter::~InstructionCounter() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::int64_t InstructionCounter::count() const {
  std::int64_t value = 0;
  // A pinned counter that found no room reads as the end of a file.
  if (descriptor_ < 0 || read(descriptor_, &value, sizeof value) != sizeof value) return -1;
  return value;
}

}  // namespace ladder
