// The sources of a survey, as the command line gives them.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/gather.h"

namespace ladder {

// "FIRST:LAST:STEP" or "FIRST:LAST:STEP,Z": places along x at one depth [m], FIRST and, where a
// step meets it, LAST included; or a file with x z a line. Throws UsageError, or FileError for the
// file.
std::vector<Position> source_places(const std::string &asked);

}  // namespace ladder
