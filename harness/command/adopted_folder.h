// The ladder of an adopted routine, where the command line or the current folder names one.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

// The folder that `ladder adopt` made: of --ladder=DIR, of --case=DIR/ladder.toml, or the current
// one where nothing else is computed. Empty where there is none.
std::optional<std::filesystem::path> adopted_folder(const std::vector<std::string> &words);

// Compiles the stages that the line asks for and adds them to those of this build. Throws what the
// compilers say: FileError for a stage of the user's. Called before the line is parsed, since the
// stages bring knobs. Returns whether there is such a ladder.
bool take_adopted_ladder(const std::vector<std::string> &words);

}  // namespace ladder
