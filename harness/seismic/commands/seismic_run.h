// What the commands of the seismic program share: the stage, progress, interruption, products.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/checkpoint.h"
#include "harness/seismic/shots/engine.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

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

}  // namespace ladder
