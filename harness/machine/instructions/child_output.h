// Runs a command to its end and keeps what it says.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace ladder {

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
