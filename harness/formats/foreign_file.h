// Files of models that are not read, known by their first bytes.
#pragma once
#include <string>

namespace ladder {

// What the file is and how to convert it, with a command: "an HDF5 file, which is not read: ...".
// Empty where it may be raw float32, is missing, or cannot be opened.
std::string advice_on_foreign_file(const std::string &path);

}  // namespace ladder
