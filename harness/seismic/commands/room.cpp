#include "harness/seismic/commands/room.h"

#include "harness/answers/options/rooms.h"

namespace ladder {

Commands seismic_commands() {
  return {&shoot_command,   &reverse_command,  &locate_command,       &zsr_command,
          &migrate_command, &operator_command, &survey_worker_command};
}

}  // namespace ladder
