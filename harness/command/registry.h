// The commands of this room, each in the file of its name; registry.cpp puts those of all rooms in
// order.
#pragma once
#include "harness/base/line/command.h"

namespace ladder {

extern const Command ladder_command, list_command, doctor_command, verify_command, sweep_command,
    tune_command, check_command, compare_command, export_command, fits_command, solve_command,
    completion_command, worker_command;

}  // namespace ladder
