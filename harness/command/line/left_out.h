// Stages that are not in this build, in words: a reason is said once, with all stages that it keeps
// out.
#pragma once
#include <string>

#include "harness/base/screen.h"

namespace ladder {

// Of one ladder, or of all where none is named; empty where nothing is left out.
std::string left_out_text(const std::string &ladder, const Screen &);

// Stages that scripts/languages/run adds, in Python processes: what this Python lacks for each, and
// how to get it. Empty where a ladder has none.
std::string other_languages_text(const std::string &ladder, const std::string &why_no_gpu,
                                 const Screen &);

}  // namespace ladder
