// Stages that are not in this build, in words: a reason is said once, with all stages that it keeps out.
#pragma once
#include <string>

#include "harness/base/screen.h"

namespace ladder {

// Of one ladder, or of all where none is named; empty where nothing is left out.
std::string left_out_text(const std::string &ladder, const Screen &);

}  // namespace ladder
