// The commands of this room.
#pragma once
#include "harness/base/line/command.h"

namespace ladder {

extern const Command predict_command, microbench_command;

}  // namespace ladder
