// The options that the commands of this room share.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/answers/options/stage_choice.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/line/command.h"
#include "harness/base/progress.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/gather.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shots/checkpoint.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// A run of one stage, with its products.
struct WaveRun : StagesOfCase {
  std::string output;
  bool resume = false, overwrite = false, json = false, dry_run = false;
  bool plot = false;           // and draw the products
  std::vector<int> snapshots;  // expanded list of steps; a single one: every so many
  std::string snapshot_format = "npy";

  // The files that are written, with snapshots; `more` precedes these.
  void declare_products(Declared &, const std::vector<Option> &more = {});
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

// What the commands of the seismic program share: the stage, progress, interruption, products.

// One stage and one launch, or none. Throws UsageError.
void check_engine_options(const WaveRun &);

// The stage of --stage with the knobs that were asked for; nothing where neither is given. Throws
// UsageError for a list.
std::optional<Engine> asked_engine(const WaveRun &);

// The same, or the fastest here. Throws UsageError for a
// list, and what the stage says when it refuses the case.
Engine choose_engine(const WaveRun &, const WaveCase &);

// The steps of --snapshots, of a run of `last` steps. Throws UsageError.
std::set<int> snapshot_steps(const WaveRun &, int last);

// The series of --snapshots in `folder`, whose watcher is added; none when none is asked for. A
// step of the command line is `cut` steps of the case.
std::unique_ptr<Snapshots> snapshots_of(const WaveRun &, const WaveCase &,
                                        const std::string &folder, int cut,
                                        std::function<double(int)> time, std::vector<Watcher> &);

// With --plot: the snapshots in `folder`, where there are any, as FOLDER.svg and .png.
void draw_snapshots(const WaveRun &, const WaveCase &, const std::string &folder);

// Throws FileError, before any of it is allocated: a wavefield of the case with so many values of
// traces, what the stage holds of it, and `more` [B] do not fit into the memory that this process
// may have.
void refuse_run_beyond_memory(const WaveCase &, double trace_values, double more);

// With --resume, whether the checkpoint is there. Where it is not, it says that all begins with the
// first `of`, "step" or "shot".
bool resumes(const WaveRun &, const std::string &checkpoint, const char *of);
// Of a handler of errors: ends the progress and throws the error on; an interruption names the
// place, "at step 3 of 9".
[[noreturn]] void throw_on(const Error &, const std::string &place);

// What a run does in addition to computing; all of it is part of its inputs.
Inputs inputs_of_run(const WaveRun &, const WaveCase &, const Engine &);

// A run that shows its progress, heeds Ctrl-C and is resumed with --resume. Returns the wall time
// [s]. `product` names the checkpoint, which is gone when the run has ended; `product_bytes` is
// what the command writes in the end. Throws FileError before the first step: the disk has no room
// for products and checkpoint.
struct LongRun {
  std::string product;
  double product_bytes = 0;
  Inputs inputs;
};
double run_to_the_end(const WaveRun &, const WaveCase &, const Engine &, const LongRun &,
                      std::vector<Watcher>, const KeptArrays &, Wavefield &);

// "c-omp: 4 s of wavefield in 0.31 s, 12.9 times as fast as it happens".
std::string pace_text(const WaveCase &, const Engine &, double wall_s);

// The files that a command of the seismic program writes: their names, and that nothing of the
// user's is replaced.

// --output, which must be given and end in one of `endings`. Throws UsageError.
std::string product_of(const WaveRun &, const std::vector<std::string> &endings);

// The same for a gather of this shape. Throws FileError also where the format cannot hold it.
std::string gather_product_of(const WaveRun &, const Gather &shape);

// [B] on disk.
double bytes_of_gather(const WaveCase &);

// All that a command is going to write.
struct Products {
  std::vector<std::string> files;
  std::vector<std::string> runs;      // what their checkpoints are named after
  std::vector<std::string> folders;   // of --snapshots; drawn by --plot
  std::vector<std::string> pictures;  // of --plot, without ending
};

// Throws FileError where one of them cannot be written, or would take the place of what is there.
// For a command whose options are known to be right, before it computes anything.
void claim_products(const WaveRun &, const Products &);

// A gather in Madagascar's format is two files.
std::vector<std::string> files_of_gather(const std::string &product);

// Their names, folders and pictures included, for who wants to show them.
std::vector<std::string> all_files(const WaveRun &, const Products &);

// The picture `name` of --plot, from these words of its command line.
void draw_product(const WaveRun &, const std::string &name, std::vector<std::string> words);

// The commands of this room.

extern const Command shoot_command, reverse_command, locate_command, zsr_command, migrate_command,
    operator_command, survey_worker_command;

}  // namespace ladder
