// The answer to the question that a ladder asks, from the answers of its stages: which step paid,
// which stage is the fastest and where its time goes, what to try next.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/answers/stage_answer.h"

namespace ladder {

struct LadderAnswer {
  std::optional<std::size_t> fastest, original, host;  // their places; host: see best_of_host
  double gain = 0;  // how many times as fast as the original the fastest is; 0: not known
  std::vector<std::size_t> paid;  // the steps that helped, the largest gain first
  // Sentences; empty where the records do not say.
  std::string paid_words, now_words, next_words;
  std::string finding;  // the title of a figure, without a full stop
};

// The fastest stage is that of single shots; a batch is the fastest only where there is nothing
// else.
LadderAnswer ladder_answer(const std::vector<StageAnswer> &);

// What a live run and `ladder compare` end with, wrapped to a width (0: no limit).
std::string closing_text(const LadderAnswer &, std::size_t width);

// What the stages of an adopted routine are worth in the owner's program, by Amdahl's law.

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
