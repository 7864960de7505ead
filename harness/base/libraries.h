// Libraries that ladder can be built without: harness/cmake/dependencies.cmake looks for them.
#pragma once
#include <string>

#include "harness/base/error.h"

namespace ladder {

bool has_library(const std::string &name);

// What to throw where something needs a library that was missing when ladder was built.
FileError lacks_library(const std::string &name, const std::string &what);

// Those that were missing, each with what does not work without it; empty: none.
std::string libraries_left_out();

}  // namespace ladder
