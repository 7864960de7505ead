#include "harness/instructions/count.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/error.h"

namespace ladder {
namespace {

constexpr int few_steps = 10, many_steps = 210;

// What the command prints on standard output and error; its exit code in `status`.
std::string output_of(const std::vector<std::string> &words, int &status) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw FileError("a pipe cannot be made");
  std::vector<char *> argv;
  for (const auto &word : words) argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  char room[4096];
  for (ssize_t n; (n = read(ends[0], room, sizeof room)) > 0;)
    text.append(room, static_cast<std::size_t>(n));
  close(ends[0]);
  waitpid(child, &status, 0);
  return text;
}

// The number behind `label`, with or without thousands' commas; -1 when it is not there.
double number_after(const std::string &text, const std::string &label) {
  const auto at = text.find(label);
  if (at == std::string::npos) return -1;
  std::string digits;
  for (std::size_t i = at + label.size(); i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])))
      digits += text[i];
    else if (text[i] != ',' && text[i] != ' ' && text[i] != ':')
      break;
  }
  return digits.empty() ? -1 : std::stod(digits);
}

double count(const std::string &program, const std::vector<std::string> &arguments, int steps,
             bool perf) {
  std::vector<std::string> words;
  if (!perf)
    words = {"valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"};
  words.push_back(program);
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.push_back(fmt::format("--nt={}", steps + 1));
  words.push_back("--once");
  int status = 0;
  const std::string text = output_of(words, status);
  if (!perf && WIFEXITED(status) && WEXITSTATUS(status) == 127)
    throw Error(Exit::nothing_ran,
                "instructions cannot be counted: this machine has no perf events for them, and "
                "valgrind is not installed (sudo apt-get install valgrind)");
  const double value = number_after(text, perf ? "instructions: " : "refs:");
  if (status != 0 || value < 0)
    throw Error(Exit::wrong, fmt::format("the run whose instructions were to be counted failed: {}",
                                         text.substr(0, 400)));
  return value;
}

}  // namespace

InstructionCount count_instructions(const std::string &program,
                                    const std::vector<std::string> &arguments) {
  const bool perf = InstructionCounter().count() >= 0;
  const double few = count(program, arguments, few_steps, perf),
               many = count(program, arguments, many_steps, perf);
  return {(many - few) / (many_steps - few_steps), perf ? "perf events" : "valgrind"};
}

}  // namespace ladder
