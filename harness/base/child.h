// Starts programs. Stages run in children of their own kind: bench/worker/pipe_to_child.h.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace ladder {

// File descriptors that a child gets as its standard streams; -1: the parent's own.
struct ChildStreams {
  int in = -1, out = -1, err = -1;
};

struct StartedChild {
  pid_t process = -1;
  int problem = 0;  // errno of starting it; 0: it was started
};

// argv[0] is looked for on PATH. `ends_with_parent`: it is killed when the thread that started it
// ends. Throws FileError where no process can be made.
StartedChild start_child(const std::vector<std::string> &argv, const ChildStreams &,
                         bool ends_with_parent = false);

// Its status, as waitpid gives it.
int wait_for_child(pid_t process);

// The path of this program, for who starts it once more.

inline std::string this_program() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

// Standard input, output and error as a process finds and leaves them.

// Opens /dev/null for each of the three that is closed: a file that is opened later would take its
// place, and words for the user would be written into it.
void open_closed_streams();

// Writes out what is buffered for standard output. False where a part of it, now or before, could
// not be written.
bool finish_standard_output();

// Words for the user on standard error. Where it cannot be written they are lost, and nothing else.
void say_failure(const char *words);

}  // namespace ladder
