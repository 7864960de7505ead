// The commands of this room.
#pragma once
#include "harness/base/line/command.h"

namespace ladder {

extern const Command shoot_command, reverse_command, locate_command, zsr_command, migrate_command,
    operator_command, survey_worker_command;

}  // namespace ladder
