// Where the cases lie.
#pragma once
#include <filesystem>

namespace ladder {

// $LADDER_HOME/data; else the first data/ with thesis.toml above the program; else ../share/ladder/data
// beside an installed one. Throws FileError.
std::filesystem::path data_folder();

}  // namespace ladder
