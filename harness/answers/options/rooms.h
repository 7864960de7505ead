// What rooms that a build may leave out add to the program. Each function is defined in its room,
// or in command/without_<room>.cpp: there it lists nothing, or throws Error that says what this
// build leaves out.
#pragma once
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/answers/check/decision.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/line/command.h"
#include "harness/machine/environment/environment.h"
#include "harness/problem.h"

namespace ladder {

using Commands = std::vector<const Command *>;

// seismic/, with LADDER_SEISMIC
Commands seismic_commands();

// predict/, with LADDER_PREDICT
Commands predict_commands();

// `ladder check --static`
struct CompiledCheck {
  Names stages;
  std::string output, baseline, against;
  bool overwrite = false;
  double least_effect = 0;
  std::function<std::unique_ptr<Case>()> load;  // for which a change is predicted; may be empty
};
// A finding a kernel that differs, and one a stage whose kernels are all the same. Keeps what was
// compiled in `output` where it is given. Throws what read_compiled, read_compiled_file and
// write_compiled throw.
std::vector<Finding> check_compiled(const CompiledCheck &);

// Predicted next to measured times: each cell, the errors by regime, the ten worst.
void tell_predictions(const std::string &predictions, const std::string &records, bool json);

// What `ladder microbench` kept of this machine, for `ladder doctor`; nothing where it did not run.
struct KeptMachine {
  Json json;
  std::string table;
};
std::optional<KeptMachine> kept_machine(const Environment &);

// The value of --on, before stages of the routine in a folder are compiled for `ladder predict`.
void refuse_unknown_machine(const std::string &wanted, const std::filesystem::path &routine);

// What the program says of a room that it is built without, for command/without_<room>.cpp.

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
