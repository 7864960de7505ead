// The options. A new one is one entry here, or in declared_<group>.cpp where its group has a file; how its effect is
// seen goes into harness/tests/option_experiments.py.
#include "harness/command/line/declared.h"

#include <algorithm>

#include "harness/command/line/takers.h"

namespace ladder {
namespace {

OptionGroup stages(Options &o) {
  using namespace takers;
  const Names isolating = {"ladder", "sweep", "verify", "tune"};
  // What takes launches that `tune` found.
  const Names launching = {"ladder", "verify", "shoot"};
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
       {"--reference",
        {"worker"},
        Flag{&o.reference},
        "run the original of an adopted routine as it is asked for"},
       {"--once", {"worker"}, Flag{&o.once}, "run once; the instructions of that run are counted"},
       {"--table", {"worker"}, Flag{&o.table}, "print the table of a plug-in, and nothing else"}}};
}

OptionGroup time(Options &o) {
  using namespace takers;
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
  using namespace takers;
  // Commands that read recorded traces.
  const Names of_records = sending_back + migrating;
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
       {"--stages",
        {"compare"},
        Flag{&o.each_stage},
        "show the stages of each file, for two files too, in place of what changed between them"},
       {"--steps",
        {"compare"},
        Flag{&o.steps},
        "add a paragraph for each step: change, expectation and likely reason"},
       {"--metric", check, OneOf{&o.metric, {"wall", "kernel", "instructions"}},
        "quantity to compare"},
       {"--static", check, Flag{&o.compiled},
        "compare the compiled kernels of CUDA stages, without running them"},
       {"--least-effect",
        {"check", "compare", "tune"},
        Real{&o.least_effect, 0, 1},
        "ignore changes below this share (default: 0.02; of instructions 0.002; of tune 0.01)"}}};
}

}  // namespace

bool DeclaredOption::is_for(const std::string &command) const {
  return std::ranges::count(commands, command) > 0;
}

std::vector<OptionGroup> declared_options(Options &o) {
  return {stages(o),   case_options(o),  time(o), gathers(o), migration_options(o),
          decision(o), output_options(o)};
}

const Names &commands_with_knobs() {
  using namespace takers;
  static const Names names = proving + waves + migrating + Names{"predict"};
  return names;
}

}  // namespace ladder
