// Tuned launches as JSON lines in the results of a machine: written by `ladder tune`, used by
// --launch=tuned.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/answers/records/read_records.h"
#include "harness/bench/run/launch.h"

namespace ladder {

extern const RecordKind tuned_launches;

// Of today's experiment `tune` in a machine's folder.
std::filesystem::path new_tuned_file(const std::filesystem::path &machine);

// The lines of all experiments `tune` in a machine's folder, the oldest first. Throws as
// read_tuned.
std::vector<Json> all_tuned(const std::filesystem::path &machine);

// Throws FileError where it cannot be read or holds anything else; no lines where it does not
// exist.
std::vector<Json> read_tuned(const std::string &path);

struct TunedLaunch {
  std::optional<AskedKnobs> knobs;  // of the last line that holds for stage, case and machine
  std::string stale;  // without such a line: which field of the last one for them differs; empty:
                      // there is none
};

// `point`: stage and case as point_json writes them.
TunedLaunch tuned_launch(const std::vector<Json> &lines, const Json &point,
                         const Json &environment);

}  // namespace ladder
