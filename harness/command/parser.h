// The parser of one command.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "harness/command/declared.h"

namespace ladder {

// What stands for the value of an option in the help: "FILE", "N".
std::string label_of(const DeclaredOption &);
// What an option is when it is not given; empty where that is nothing, or depends on other things.
std::string default_of(const DeclaredOption &);

// Fills an empty parser with the options of that command, which write into `options`, and with its help.
void fill_parser(CLI::App &, const std::string &command, Options &options);

}  // namespace ladder
