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

}  // namespace ladder
