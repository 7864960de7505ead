// Where the cases lie.
#pragma once
#include <filesystem>
#include <vector>

namespace ladder {

// $LADDER_HOME/data; else the first data/ with wave/thesis.toml above the program; else
// ../share/ladder/data next to an installed one. Throws FileError.
std::filesystem::path data_folder();

// Of every case in data/<ladder>/, in alphabetical order of ladder and name.
std::vector<std::filesystem::path> files_of_cases();

}  // namespace ladder
