#include "harness/predict/commands/room.h"

#include <filesystem>

#include "harness/answers/options/rooms.h"
#include "harness/answers/records/experiments.h"
#include "harness/predict/model/machine_record.h"

namespace ladder {

Commands predict_commands() { return {&predict_command, &microbench_command}; }

std::optional<KeptMachine> kept_machine(const Environment &environment) {
  const auto file = machine_file(results_folder(), machine_slug(environment));
  std::error_code problem;
  if (!std::filesystem::exists(file, problem)) return std::nullopt;
  const MachineRecord machine = read_machine(file);
  return KeptMachine{machine_json(machine), machine_table(machine)};
}

}  // namespace ladder
