// The parser of one command.
#pragma once
#include <string>
#include <vector>

#include "harness/command/line/declared.h"

namespace ladder {

// What the help shows in place of an option's value: "FILE", "N".
std::string label_of(const DeclaredOption &);
// What an option is when it is not given; empty where that is nothing, or depends on other things.
std::string default_of(const DeclaredOption &);

// Its words with unit, range and default.
std::string description_of(const DeclaredOption &);

// Puts the words behind a command into `options`. Prints help or the version and ends the program where they ask for it.
// Throws UsageError.
void parse_words(const std::string &command, std::vector<std::string> words, Options &options);

}  // namespace ladder
