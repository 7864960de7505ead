// Loads a stage that somebody else built.
#pragma once
#include <string>

#include "harness/registry.h"

namespace ladder {

// Throws FileError: not there, not loadable, without the symbol, of another ABI version, or with
// entries missing. The library stays loaded until the program ends.
StageEntry load_plugin(const std::string &path);

}  // namespace ladder
