// The options that the commands of this room share.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/options/stage_choice.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/progress.h"
#include "harness/formats/gather.h"
#include "harness/problems/wave/wave_words.h"
#include "harness/seismic/shots/engine.h"

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

// What the commands of the seismic program print as JSON, and before they begin.

// The run: case, model, operator, steps, stage, launch.
Json run_json(const WaveCase &, const Engine &);
Json place_json(const Position &);

// With --dry-run: what would be computed on which stage, and the files that would be written.
Exit show_run(const WaveRun &, const WaveCase &, const Engine &,
              const std::vector<std::string> &products);

// A case of the wave on standard error, without its waves: what was assumed, its size.
inline void say_grid(const WaveCase &c) {
  say_all(c.notes);
  say_all(words_of_grid(c));
}
// Waves on its grid that are not its own.
inline void say_waves(const WaveCase &c, const Dispersion &d) { say_all(words_of_waves(c, d)); }

}  // namespace ladder
