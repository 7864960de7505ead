// Elements of what a stage wrote, in words and for programs.
#pragma once
#include <string>

#include "harness/base/json.h"
#include "harness/problems/routine/recorded.h"

namespace ladder {

std::string number_text(const RecordedValue &, const std::byte *data, std::size_t index,
                        int digits = 9);
// An infinite one is JSON's null, so the largest number is written.
double json_number(long double number);

}  // namespace ladder
