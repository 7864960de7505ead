// Places of sources or receivers, as a line of numbers or as files of other programs hold them.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/gather.h"

namespace ladder {

// FIRST:LAST:STEP or FIRST:LAST:STEP,Z in metres along x; a LAST that a step meets but for rounding
// is included.
bool is_line_of_places(const std::string &text);
// Throws UsageError; `who` begins its message.
std::vector<Position> line_of_places(const std::string &text, const std::string &who);

// By the ending: a gather (.sgy, .segy, .su), or .rsf.
bool is_file_of_places(const std::string &path);
// The receivers of a gather. Of an .rsf file whose first axis has two or three values: x z, or x y
// z, a place each, as Madagascar's programs take them. Throws FileError.
std::vector<Position> read_places(const std::string &path);

}  // namespace ladder
