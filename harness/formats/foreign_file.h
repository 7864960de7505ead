// Files of models that are not read, known by their first bytes.
#pragma once
#include <string>

#include "harness/base/error.h"

namespace ladder {

// What the file is and how to convert it, with a command: "an HDF5 file, which is not read: ...".
// Empty where it may be raw float32, is missing, or cannot be opened.
std::string advice_on_foreign_file(const std::string &path);

// Formats that this program was built without, since a library was missing.

// What to throw for a file of such a format, going by its ending.
FileError lacks_library_for(const std::string &path);

// Throws it where the format of a file that is to be written was left out.
void refuse_without_library(const std::string &path);

}  // namespace ladder
