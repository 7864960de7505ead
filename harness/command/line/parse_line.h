// A command line, understood: the command that it names, and that command's options with their
// values.
#pragma once
#include <memory>

#include "harness/base/line/command.h"

namespace ladder {

struct ParsedLine {
  const Command *command = nullptr;
  std::unique_ptr<BoundOptions> options;
};

// Throws UsageError: an unknown option before one of another command, and both before a wrong
// value. Prints help or the version and ends the program where they are asked for.
ParsedLine parse_line(const Names &words);

}  // namespace ladder
