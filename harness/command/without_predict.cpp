// without: predict
#include <fmt/format.h>

#include "harness/answers/options/rooms.h"

namespace ladder {
namespace {

Error left_out(const std::string &what) {
  return Error(
      Exit::nothing_ran,
      fmt::format("this build leaves out {}: configure it with -DLADDER_PREDICT=ON", what));
}

}  // namespace

Commands predict_commands() { return {}; }

std::vector<Finding> check_compiled(const CompiledCheck &) {
  throw left_out("the reader of compiled kernels, which --static needs");
}

void tell_predictions(const std::string &, const std::string &, bool) {
  throw left_out("predictions");
}

std::optional<KeptMachine> kept_machine(const Environment &) { return std::nullopt; }

}  // namespace ladder
