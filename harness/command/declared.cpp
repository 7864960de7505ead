// The options. A new one is one entry here; how its effect is seen goes into harness/tests/option_experiments.py.
#include "harness/command/declared.h"

#include <algorithm>

#include "harness/problems/wave/velocity_unit.h"
#include "harness/problems/wave/wave.h"

namespace ladder {
namespace {

Names operator+(Names some, const Names &more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

const Names measuring = {"ladder", "sweep"};
const Names proving = {"ladder", "sweep", "verify", "check", "tune", "worker"};
const Names waves = {"shoot", "reverse", "locate", "zsr"};
const Names migrating = {"migrate"};
const Names sending_back = {"reverse", "locate"};
// Commands that read recorded traces.
const Names of_records = sending_back + migrating;
const Names drawing = {"shoot", "reverse", "zsr"};
// A gather that is sent back brings its own times.
const Names with_steps = proving + Names{"shoot", "zsr"};
const Names with_receivers = with_steps + sending_back;
const Names with_source = proving + Names{"shoot"};
// What computes a case from its own start.
const Names replaying = {"ladder", "sweep", "verify", "check", "tune", "shoot", "predict"};
// What takes launches that `tune` found.
const Names launching = {"ladder", "verify", "shoot"};

constexpr double longest = 1e7;  // [s] 116 days
constexpr int most_samples = 100000000;

OptionGroup stages(Options &o) {
  const Names isolating = {"ladder", "sweep", "verify", "tune"};
  return {
      "Stages",
      {{"--stage", proving + waves + migrating + Names{"list", "doctor", "predict"},
        Texts{&o.stages, "NAME,...", Offer::stages},
        "stages by name, or a plug-in such as ./mine.so"},
       {"--proof", isolating + Names{"check"}, OneOf{&o.proof, {"whole", "samples"}},
        "how a stage is proven: against a whole run of the float64 oracle, or by samples of the "
        "stage's own run. Without it: samples where the oracle would take too long"},
       {"--isolate", isolating, Flag{&o.isolate},
        "run every stage in a child process, so that a crash or a hang costs its own row alone"},
       {"--hang-limit", isolating + Names{"check"}, Real{&o.hang_limit, 0.001, longest},
        "a call in a child process that takes longer counts as a hang", "s"},
       {"--launch", launching, OneOf{&o.launch, {"default", "tuned"}},
        "default: each stage's own knobs; tuned: the launch that `ladder tune` found for the case "
        "on this machine"},
       {"--on",
        {"predict"},
        Text{&o.machine, "MACHINE"},
        "the machine to predict for: a folder of results/ that holds its micro-benchmarks. Without "
        "it: this machine"},
       {"--gpus",
        {"fits"},
        Whole{&o.gpus, 0, 4096},
        "number of GPUs of another machine. Without it: the GPUs of this one"},
       {"--gpu-memory",
        {"fits"},
        Real{&o.gpu_memory_gb, 0.001, 1e6},
        "memory that is free on each of these GPUs",
        "GB"},
       {"--memory",
        {"fits"},
        Real{&o.memory_gb, 0.001, 1e9},
        "memory that is free on their host",
        "GB"},
       {"--shapes",
        {"verify"},
        Flag{&o.shapes},
        "verify every launch shape of the thesis' figures"},
       {"--once", {"worker"}, Flag{&o.once}, "run once; the instructions of that run are counted"},
       {"--table", {"worker"}, Flag{&o.table}, "print the table of a plug-in, and nothing else"}}};
}

OptionGroup the_case(Options &o) {
  CaseOverrides &over = o.overrides;
  const Names computing = proving + waves + Names{"operator"};
  const Names fits = {"fits"};
  return {
      "Case",
      {{"--case", computing + fits + Names{"predict"},
        Text{&o.problem_case, "NAME|FILE", Offer::cases},
        "a case of data/ by name, or a case file"},
       {"--replay", replaying, Text{&o.replay, "FILE", Offer::files},
        "instead of a case: time steps captured from another program; see harness/shadow"},
       {"--ladder",
        {"list", "verify", "worker"},
        Text{&o.ladder, "NAME"},
        "only stages of this ladder; a case names its own"},
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
        "size of a generated model, in place of the case's own; its contents, sources and "
        "receivers are stretched with it. For a raw model without a case: the size of that model",
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

OptionGroup time(Options &o) {
  Repetition &repetition = o.repetition;
  return {
      "Measuring",
      {{"--precision", measuring + Names{"tune"}, Real{&repetition.precision, 1e-6, 1},
        "take samples until the interval of the median is within this share of the median"},
       {"--time-limit", measuring + Names{"check", "tune"},
        Real{&repetition.time_limit_s, 0.001, longest},
        "time after which no further sample of a point is taken; check: time for the whole check",
        "s"},
       {"--repetitions", measuring + Names{"tune"}, Whole{&repetition.samples, 1, 1000},
        "number of samples of each point, instead of a precision; tune: of each of the last "
        "launches"},
       {"--cache", measuring, OneOf{&o.cache, {"warm", "cold"}},
        "cold: the caches are emptied before every sample"},
       {"--benchmark_filter", measuring, Text{&repetition.filter, "REGEX"},
        "measure the points whose names match, such as wave/thesis/smem/threads=128/warm"},
       {"--benchmark_repetitions", measuring, Whole{&repetition.samples, 1, 1000},
        "the same as --repetitions, by Google Benchmark's name"},
       {"--benchmark_min_time", measuring, Seconds{&o.benchmark_min_time_s, 0.001, longest},
        "take samples of a point until their times add up to this, whatever the precision", "s"},
       {"--benchmark_out", measuring, Text{&o.benchmark_out, "FILE", Offer::outputs},
        "also write the samples in Google Benchmark's format, for its compare.py"},
       {"--benchmark_out_format", measuring, OneOf{&o.benchmark_out_format, {"json", "csv"}},
        "format of the --benchmark_out file"},
       {"--benchmark_format", measuring, OneOf{&o.benchmark_format, {"console", "json", "csv"}},
        "format of standard output: tables, or what --benchmark_out writes"}}};
}

OptionGroup gathers(Options &o) {
  GatherOverrides &over = o.gather_overrides;
  return {
      "Sending a gather back",
      {{"--gather", sending_back, Text{&o.gather, "FILE", Offer::files},
        "the recorded traces, a .sgy, .su or .rsf file"},
       {"--shot", sending_back, MaybeWhole{&over.shot, -2147483647, 2147483647},
        "which shot of a file with several: its field record, or its number counted from 1"},
       {"--gather-dt", of_records, Seconds{&over.dt, 1e-9, 1},
        "sample interval, in place of the file's", "s"},
       {"--gather-units", of_records, OneOf{&over.units, {"m", "ft"}},
        "unit of the coordinates, in place of the file's"},
       {"--gather-scalar", of_records, MaybeWhole{&over.scalar, -10000, 10000},
        "scalar of coordinates and elevations, in place of the file's; -100 divides by 100"},
       {"--gather-elevations", of_records, OneOf{&over.elevations, {"up", "down"}},
        "direction in which elevations of receivers are positive"},
       {"--models",
        {"locate"},
        Texts{&o.models, "MODEL,...", Offer::files},
        "velocity models to compare: `case` or a file, each with an optional *FACTOR or ~METRES of "
        "smoothing"},
       {"--every", sending_back, Whole{&o.every, 1, 1000000},
        "steps between two searches for the focus; a sixteenth of a period is enough", "steps"}}};
}

OptionGroup decision(Options &o) {
  const Names check = {"check"};
  return {
      "Decision",
      {{"--baseline", check, Text{&o.baseline, "FILE", Offer::files},
        "what to compare with: records, or a file that --output wrote"},
       {"--against", check, Text{&o.against, "PROGRAM", Offer::files},
        "what to compare with: an older ladder program, which is run in turn with this one"},
       {"--predictions",
        {"compare"},
        Text{&o.predictions, "FILE", Offer::files},
        "a file that `ladder predict --json` wrote: its predictions are shown next to the measured "
        "times"},
       {"--metric", check, OneOf{&o.metric, {"wall", "kernel", "instructions"}},
        "quantity to compare"},
       {"--static", check, Flag{&o.compiled},
        "compare the compiled kernels of CUDA stages, without running them"},
       {"--least-effect",
        {"check", "compare", "tune"},
        Real{&o.least_effect, 0, 1},
        "ignore changes below this share (default: 0.02; of instructions 0.002; of tune 0.01)"}}};
}

OptionGroup output(Options &o) {
  return {
      "Output",
      {{"--output", measuring + waves + migrating + Names{"check", "tune", "export", "microbench"},
        Text{&o.output, "FILE", Offer::outputs}, "file to write; records are appended to it"},
       {"--resume", waves + migrating + Names{"sweep"}, Flag{&o.resume},
        "continue where the same command was interrupted"},
       {"--overwrite", drawing + migrating + measuring + Names{"export", "check"},
        Flag{&o.overwrite}, "replace existing files"},
       {"--write-case",
        {"ladder", "shoot"},
        Text{&o.write_case, "FILE.toml", Offer::outputs},
        "also write the case made from a --model without --case as a case file"},
       {"--snapshots", drawing, Wholes{&o.snapshots, 1, most_samples},
        "write the wavefield every N steps, or at the steps of a list", "steps"},
       {"--snapshot-format", drawing, OneOf{&o.snapshot_format, {"npy", "vti", "rsf", "f32"}},
        "format of the snapshots"},
       {"--plot", drawing, Flag{&o.plot},
        "draw the products; the pictures are written into their folder"},
       {"--markdown",
        {"check"},
        Text{&o.markdown, "FILE", Offer::outputs},
        "append a summary to this file, for a pull request"},
       {"--junit",
        {"check"},
        Text{&o.junit, "FILE", Offer::outputs},
        "write the result as JUnit XML"},
       {"--format", {"export"}, Text{&o.format, "FORMAT", Offer::formats}, "format of the export"},
       {"--json",
        measuring + waves + migrating +
            Names{"list", "doctor", "operator", "microbench", "predict", "fits", "verify", "check",
                  "compare", "tune"},
        Flag{&o.json}, "print JSON instead of tables"},
       {"--wide",
        {"ladder", "list", "doctor"},
        Flag{&o.wide},
        "show all columns of the tables and the words of each step, however wide the terminal is"},
       {"--dry-run", measuring + waves + migrating + Names{"verify", "check", "tune"},
        Flag{&o.dry_run}, "print what would be done, and stop"},
       {"files", {"compare", "export"}, Texts{&o.files, "FILE", Offer::files}, "files of records"},
       {"shell",
        {"completion"},
        OneOf{&o.shell, {"bash", "zsh", "fish", "json", "man"}},
        "the shell that completes the command; json: all declarations, for other tools; man: the "
        "manual page",
        "",
        true}}};
}

}  // namespace

bool DeclaredOption::is_for(const std::string &command) const {
  return std::ranges::count(commands, command) > 0;
}

std::vector<OptionGroup> declared_options(Options &o) {
  return {stages(o),   the_case(o), time(o), gathers(o), migration_options(o),
          decision(o), output(o)};
}

const Names &commands_with_knobs() {
  static const Names names = proving + waves + migrating + Names{"predict"};
  return names;
}

}  // namespace ladder
