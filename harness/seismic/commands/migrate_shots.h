// The shots of a migration, here or by workers, and their sum.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/migration/strategies.h"
#include "harness/seismic/shots/wavefield.h"
#include "harness/seismic/survey_workers/crew.h"

namespace ladder {

struct MigrateOptions : WaveRun, RecordedTraces, SurveyWorkers {
  std::string shots;
  double mute = 0;  // [m/s]
  int image_step = 0, offsets_x = 0, offsets_z = 0, sponge = 50, angles = 0;
  int offset_step = 1;
  std::string top = "free";
  bool laplacian = false, illumination = false;

  void declare(Declared &);
  void settle();
};

struct Migrated {
  std::size_t shots = 0;  // that were not in the checkpoint
  double wall_s = 0;      // of these
  std::vector<WorkerTimes> workers = {};
  ShotTimes times = {};             // of this process, where it has no workers
  bool on_device = false;           // shots were summed there
  std::vector<double> angles = {};  // gathers of angles that were made there
};

// Adds all shots to `stack`, with a checkpoint next to the product. Shots are always added in their
// order, so the bits are the same however many workers there are. Without workers this process
// migrates them itself. The started ones are those of the places, and end by themselves afterwards.
Migrated migrate_shots(const MigrateOptions &, const SurveyCase &, const Engine &,
                       const std::vector<WorkerPlace> &, Workers &, Stack &);

// Of a process that is a worker: computes the shots that it is asked for, and ends.
[[noreturn]] void serve_migration(const SurveyCase &, const Engine &);

// What each stage takes to migrate a case, as a table and as JSON.

std::string strategies_text(const std::vector<MigrationStrategy> &, const std::string &chosen,
                            const Screen &);
Json json_of(const std::vector<MigrationStrategy> &);

// What a migration says before it begins, and the picture of its image.

void say_survey(const SurveyCase &);

// With the gathers of angles, or of horizontal offsets, at three places, where there are any.
void draw_image(const MigrateOptions &, const SurveyCase &, const std::string &product,
                const std::string &picture);

}  // namespace ladder
