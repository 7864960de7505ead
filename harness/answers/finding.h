// What a ladder found, as one sentence: the title of its figure, and the report's first words.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/ladder_answer.h"

namespace ladder {

// Without a full stop. Of the answer it takes the fastest stage, its gain, and the steps that
// helped.
std::string finding(const std::vector<StageAnswer> &, const LadderAnswer &);

// 1033, 34.5, 4.2
std::string factor_text(double);

}  // namespace ladder
