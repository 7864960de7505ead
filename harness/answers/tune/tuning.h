// Tuned launches as JSON lines in the results of a machine: written by `ladder tune`, used by
// --launch=tuned.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/answers/records/read_records.h"
#include "harness/base/statistics/statistics.h"
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

// Launches of a stage that are worth trying, and which is the best: from samples alone.

// More are not timed: then knobs are varied one at a time.
inline constexpr std::size_t most_candidates = 40;

// From what the stage declares of its knobs: small ranges whole, large ones by powers of two,
// threads of a host up to its `cores`. The stage's own launch is the first. A knob that says how
// many shots a run has is left as it is.
std::vector<AskedKnobs> candidates(const ladder_stage &, int cores);

// A launch with its samples. Samples of one round ran next to each other.
struct Trial {
  AskedKnobs launch;  // empty: the stage's own
  std::vector<double> wall_s;
  std::vector<int> rounds;
};

// The numbers of those that are timed again: the first, which is the stage's own launch, and up to
// `most` others with the smallest medians, none of which is above that of the first. None without
// samples.
std::vector<std::size_t> finalists(const std::vector<Trial> &, std::size_t most);

// Of one of so many comparisons, all of which are to be right (Bonferroni).
double confidence_of_each(std::size_t others);

struct Decision {
  std::size_t best = 0;     // 0: the stage's own launch, as no other is shown to be faster
  std::size_t nearest = 0;  // the fastest of the others by its median ratio; 0: there is none
  Ratio against_own;        // of `nearest`
  std::string words;        // of what is shown
};

// The first is the stage's own launch. Another one is better when the whole interval of its ratio
// to the first, from pairs of one round, lies below 1 by more than `least_effect`. The more are
// compared, the wider are the intervals (Bonferroni), as the best of several is looked for.
Decision decide_launch(const std::vector<Trial> &, double least_effect);

}  // namespace ladder
