// What the commands of the seismic program share: the stage, progress, interruption, products.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/command/options.h"
#include "harness/seismic/checkpoint.h"
#include "harness/seismic/engine.h"
#include "harness/seismic/snapshots.h"

namespace ladder {

// The stage of --stage with the knobs that were asked for, or the fastest here. Throws UsageError for a
// list, and what the stage says when it refuses the case.
Engine choose_engine(const Options &, const Case &);

// --output, which must be given and end in one of `endings`. Throws UsageError; FileError when it is there
// already and not to be overwritten, or to be gone on with.
std::string product_of(const Options &, const std::vector<std::string> &endings);

// FILE.sgy to FILE_snapshots and the like.
std::string beside(const std::string &product, const std::string &ending);

// The series of --snapshots in `folder`, whose watcher is added; none when none is asked for. A step of the
// command line is `cut` steps of the case.
std::unique_ptr<Snapshots> snapshots_of(const Options &, const Case &, const std::string &folder,
                                        int cut, std::function<double(int)> time,
                                        std::vector<Watcher> &);

// With --plot: the snapshots in `folder`, where there are any, as FOLDER.svg and .png.
void draw_snapshots(const Options &, const std::string &folder);

// A run that shows its progress, heeds Ctrl-C and goes on with --resume. Returns the wall time [s].
// `product` names the checkpoint, which is gone when the run has ended.
double run_to_the_end(const Options &, const Case &, const Engine &, const std::string &product,
                      std::vector<Watcher>, const KeptArrays &, Wavefield &);

// "c-omp: 4 s of wavefield in 0.31 s, 12.9 times as fast as it happens".
std::string pace_text(const Case &, const Engine &, double wall_s);

}  // namespace ladder
