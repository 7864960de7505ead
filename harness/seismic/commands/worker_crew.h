// Commands on surveys: the workers that --workers asks for, and the shots.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/answers/options/case_choice.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/migration/strategies.h"
#include "harness/seismic/shots/checkpoint.h"
#include "harness/seismic/shots/wavefield.h"
#include "harness/seismic/survey_workers/crew.h"

namespace ladder {

// The workers of --workers; none without it. Throws UsageError where a launcher of ranks started
// this program.
std::vector<WorkerPlace> workers_of(const CommandLine &, const SurveyWorkers &);
// Whether this process is one of them.
bool is_survey_worker();

// Each repeats the command line.
Workers start_workers(const CommandLine &, const std::vector<WorkerPlace> &);

struct ShotsAsked {
  std::string stage;
  std::size_t first = 0, end = 0;
  std::size_t values = 0;  // of each
};
// take(values) is called for each shot, in their order. The workers that are left end by
// themselves.
std::vector<WorkerTimes> shots_by_workers(const CommandLine &, const SurveyWorkers &,
                                          const std::vector<WorkerPlace> &, Workers &,
                                          const Inputs &, const ShotsAsked &,
                                          const std::function<void(std::vector<float>)> &take);

Json json_of(const std::vector<WorkerTimes> &);

// Of a worker whose stage runs on a GPU, or is not known yet: makes the device's context while
// files are read.
void prepare_device(const WaveRun &);
// Of a worker, once it has read its inputs: with the stage that its crew chose, unless the command
// line names one.
Engine engine_of_crew(const WaveRun &);

// `ladder shoot`.

struct ShootOptions : WaveRun, WrittenCase, SurveyWorkers {
  std::string sources;  // of a survey

  void declare(Declared &);
  void settle();
};

// `ladder shoot --sources=...`: a shot of each source, all in one file.
Exit shoot_survey(const ShootOptions &);

// Of one shot as well as of a survey.

// Throws UsageError.
void refuse_source_in_sponge(const WaveCase &);

// What the file says of a gather: the case, the stage, the source.
std::string description_of_shot(const WaveCase &, const Engine &);

// `ladder migrate`.

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
