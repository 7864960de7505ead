// The options and commands of the program, each told once.
#pragma once
#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "harness/command/options.h"

namespace ladder {

// Every command for people, and what it does.
extern const std::map<std::string, std::string> command_abouts;
std::vector<std::string> names_of_commands();

// Fills an empty parser, which writes into `options`.
void declare(CLI::App &, Options &options);

}  // namespace ladder
