#pragma once
#include "harness/base/error.h"
#include "harness/command/line/options.h"

namespace ladder {
// `ladder shoot --sources=...`: a shot of each source, all in one file.
Exit shoot_survey(const Options &);
}  // namespace ladder
