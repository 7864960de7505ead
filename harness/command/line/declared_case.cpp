// The options that say what is computed: a case, or what replaces it or parts of it.
#include "harness/command/line/declared.h"
#include "harness/command/line/takers.h"
#include "harness/problems/wave/velocity_unit.h"
#include "harness/problems/wave/wave.h"

namespace ladder {

OptionGroup case_options(Options &o) {
  using namespace takers;
  CaseOverrides &over = o.overrides;
  const Names computing = proving + waves + Names{"operator"};
  // A gather that is sent back brings its own times.
  const Names with_steps = proving + Names{"shoot", "zsr"};
  const Names with_receivers = with_steps + sending_back;
  const Names with_source = proving + Names{"shoot"};
  // What computes a case from its own start.
  const Names replaying = {"ladder", "sweep", "verify", "check", "tune", "shoot", "predict"};
  const Names fits = {"fits"};
  return {
      "Case",
      {{"--case", computing + fits + Names{"predict"},
        Text{&o.problem_case, "NAME|FILE", Offer::cases},
        "a case of data/ by name, or a case file"},
       {"--replay", replaying, Text{&o.replay, "FILE", Offer::files},
        "instead of a case: time steps captured from another program; see harness/seismic/shadow"},
       {"--ladder", proving + Names{"list"}, Text{&o.ladder, "NAME|DIR"},
        "a folder that `ladder adopt` made, in place of a case; with `list` and `verify --size`: "
        "only stages of this ladder"},
       {"--size",
        {"verify", "worker"},
        Texts{&o.sizes, "ZxX[xY],..."},
        "instead of a case: a grid of random velocities",
        "cells"},
       {"--model", computing + migrating, Text{&over.model, "FILE", Offer::files},
        "velocity model: a .npy, .vti, .rsf, .H, .sgy, .su, .h5, .txt, .csv or raw float32 file. "
        "Without --case, a case is made from it"},
       {"--units", computing + migrating, OneOf{&over.units, names_of_velocity_units()},
        "unit of the model's values"},
       {"--spacing", computing + migrating, Text{&over.spacing, "D|DZxDX[xDY]"},
        "cell size of a --model without --case, where its file does not state it", "m"},
       {"--length-units", computing + migrating, OneOf{&over.length_units, {"m", "km", "ft"}},
        "unit of --spacing, and of the lengths of a model file that does not name their unit"},
       {"--axes", computing + migrating,
        OneOf{&over.axes, {"xz", "zx", "yxz", "zxy", "xyz", "zyx", "xzy", "yzx"}},
        "order of the model's axes, slowest first"},
       {"--endian", computing, OneOf{&over.endian, {"little", "big"}}, "byte order of a raw model"},
       {"--source", with_source, Text{&over.source, "NAME|X,Z"},
        "a source of the case by name, or a position", "m"},
       {"--sources",
        {"shoot"},
        Text{&o.sources, "X:X:STEP[,Z]|FILE", Offer::files},
        "a survey: one shot for each position from the first X to the second, or for each line `x "
        "z` of a file. All shots go into one .sgy or .su file",
        "m"},
       {"--workers", migrating + Names{"shoot"}, Text{&o.workers, "N|FILE", Offer::files},
        "processes that compute the shots of a survey: N on this machine, each with its share of "
        "the cores and its own GPU; or one for each line of a file, which holds the command that "
        "starts it there, such as 'ssh node1' ('-': here)"},
       {"--shot-limit", migrating + Names{"shoot"}, Real{&o.shot_limit, 0.001, longest},
        "longest time that one of the workers may take for a shot: a slower one is ended, and "
        "another "
        "computes the shot. Without it: 10 times the median of the finished shots, at least 60 s",
        "s"},
       {"--wavelet", with_source + migrating + Names{"operator"},
        Text{&over.wavelet, "ricker:HZ[,DELAY]|FILE", Offer::files},
        "Ricker wavelet with its peak frequency [Hz] and the time of its peak [s], or a file with "
        "one sample on each line"},
       {"--receivers", with_receivers,
        Text{&over.receivers, "surface|depth:Z|borehole:X|X:X:STEP[,Z]|FILE", Offer::files},
        "receivers at the surface, along a depth, along a borehole, from the first X to the "
        "second, or at the positions in a file (lines `x z`, an .rsf file, or a gather). With a "
        "gather: the positions of its traces",
        "m"},
       {"--grid", proving + waves + fits + Names{"predict"}, Text{&over.cells, "N|ZxX[xY]"},
        "cells of a case whose model is generated or whose start is a formula, in place of its "
        "own; "
        "contents, sources and receivers are stretched with it. For a raw model without a case: "
        "the size of that model",
        "cells"},
       {"--dt", with_steps + Names{"predict"}, Text{&over.dt, "TIME|auto"},
        "time step; auto: the largest stable one, rounded down to three digits", "s"},
       {"--nt", with_steps + Names{"predict"}, Wholes{&o.samples, 1, most_samples},
        "samples of a trace: number of time steps + 1"},
       {"--half-length", computing + migrating + fits + Names{"predict"},
        Wholes{&o.half_lengths, 1, LADDER_MOST_HALF_LENGTH}, "half-length of the operator",
        "cells"},
       {"--operator", computing + Names{"predict"},
        OneOf{&over.operator_family, {"windowed", "taylor"}}, "family of the operator's taps"}}};
}

}  // namespace ladder
