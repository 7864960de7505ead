// Formats that this program was built without, since a library was missing.
#pragma once
#include <string>

#include "harness/base/error.h"

namespace ladder {

// What to throw for a file of such a format, going by its ending.
FileError lacks_library_for(const std::string &path);

// Throws it where the format of a file that is to be written was left out.
void refuse_without_library(const std::string &path);

}  // namespace ladder
