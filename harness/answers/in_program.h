// What the stages of an adopted routine are worth in the owner's program, by Amdahl's law.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/answers/stage_answer.h"

namespace ladder {

// The program and its routine, and what each stage makes of the program.
struct Amdahl {
  double program_s = 0, share = 0;  // of the program's time that the routine takes
  double packing_s = 0;             // of a call, until its values are contiguous, and back
  double most = 0;                  // with a routine that takes no time; 0: it does nothing else
  std::vector<double> speedup;      // of each of the stages; 0: it is the original, or not right
};
// Empty where the records are not of an adopted routine, or no stage is right. `stages`: the
// answers of these records.
std::optional<Amdahl> amdahl(const std::vector<Json> &records,
                             const std::vector<StageAnswer> &stages);

// What is below a table: the answer of the ladder, and what its stages make of the owner's program.
std::string ending_text(const std::vector<Json> &records, const std::vector<StageAnswer> &stages,
                        std::size_t width);

// "cuda, resident": the name of a stage that was timed as called and with its arrays on the device.
std::string name_with_residence(const Json &record);

}  // namespace ladder
