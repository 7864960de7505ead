// The ladder of an adopted routine: its stages are shared objects that scripts/build_ladder.py
// compiled and described.
#pragma once
#include <filesystem>
#include <string>

#include "harness/problem.h"

namespace ladder {

struct AdoptedLadder {
  // Its stages' ladder; the folder's, unless this build has a ladder of that name.
  std::string name;
  std::filesystem::path folder;  // that `ladder adopt` made
  Json described;                // what scripts/adopting/manifest.py gives
};

// The file that is its case: FOLDER/ladder.toml.
inline constexpr const char *adopted_file = "ladder.toml";

// Adds its stages to those of this build. Throws FileError where the description is not usable.
const AdoptedLadder &add_adopted(const Json &described);
// The problem whose cases are recorded calls. Throws Error where this build has none.
const Problem &adopted_problem();
bool is_adopted(const ladder_stage &);
// NULL where none was added.
const AdoptedLadder *adopted_ladder();

}  // namespace ladder
