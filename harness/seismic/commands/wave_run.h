// The options that the commands of this room share.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/options/stage_choice.h"
#include "harness/formats/gather.h"

namespace ladder {

// A run of one stage, with its products.
struct WaveRun : StagesOfCase {
  std::string output;
  bool resume = false, overwrite = false, json = false, dry_run = false;
  bool plot = false;           // and draw the products
  std::vector<int> snapshots;  // expanded list of steps; a single one: every so many
  std::string snapshot_format = "npy";

  std::vector<Option> snapshot_options();
  Option plot_option();
  // Throws UsageError for options that have no effect together.
  void refuse_idle_pictures() const;
  void settle();
};

// Recorded traces that are read from a file.
struct RecordedTraces {
  GatherOverrides gather_overrides;

  Option shot_option();
  std::vector<Option> header_options();
};

// Shots of a survey, which workers may compute.
struct SurveyWorkers {
  std::string workers;    // how many, or a file
  double shot_limit = 0;  // [s]; 0: none was given

  std::vector<Option> worker_options();
  void refuse_idle_limit(const CommandLine &) const;
};

}  // namespace ladder
