// What the program says of a room that this build leaves out, for without_<room>.cpp.
#pragma once
#include <fmt/format.h>

#include <string>

#include "harness/base/error.h"
#include "harness/base/line/command.h"

namespace ladder {

// `option` configures a build that has it.
inline Error left_out(const std::string &what, const std::string &option) {
  return Error(Exit::nothing_ran,
               fmt::format("this build leaves out {}: configure it with {}", what, option));
}

inline Exit say_left_out(const Command &command, const Names &, const RunWords &) {
  throw left_out(fmt::format("'ladder {}'", command.name), command.about);
}

// A command that the program does not show, and that says this.
inline Command left_out_command(const std::string &name, const std::string &option) {
  return {.name = name, .about = option, .with_words = say_left_out};
}

}  // namespace ladder
