#include "harness/answers/options/rooms.h"
#include "harness/seismic/commands/wave_run.h"

namespace ladder {

Commands seismic_commands() {
  return {&shoot_command,   &reverse_command,  &locate_command,       &zsr_command,
          &migrate_command, &operator_command, &survey_worker_command};
}

}  // namespace ladder
