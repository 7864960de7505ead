// What the stages of an adopted routine are worth in the owner's program, by Amdahl's law.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/stage_answer.h"

namespace ladder {

// How many times as fast the program is when the routine is `speedup` times as fast and takes `share` of its time.
double program_speedup(double share, double speedup);

// A sentence for the program and a line for each right stage; empty where the records are not of an adopted routine. `stages`: the
// answers of these records.
std::string in_program_text(const std::vector<Json> &records,
                            const std::vector<StageAnswer> &stages);

// "cuda, resident": the name of a stage that was timed as called and with its arrays on the device.
std::string name_with_residence(const Json &record);

}  // namespace ladder
