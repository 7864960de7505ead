// without: predict
#include "harness/answers/options/rooms.h"

namespace ladder {
namespace {

const char *const option = "-DLADDER_PREDICT=ON";

}  // namespace

Commands predict_commands() {
  static const Command predict = left_out_command("predict", option),
                       microbench = left_out_command("microbench", option);
  return {&predict, &microbench};
}

std::vector<Finding> check_compiled(const CompiledCheck &) {
  throw left_out("the reader of compiled kernels, which --static needs", option);
}

void tell_predictions(const std::string &, const std::string &, bool) {
  throw left_out("predictions", option);
}

std::optional<KeptMachine> kept_machine(const Environment &) { return std::nullopt; }

void refuse_unknown_machine(const std::string &, const std::filesystem::path &) {}

}  // namespace ladder
