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
        Texts{&o.stages, "NAME,...", Offer::stages}, "by name, or a plug-in ./mine.so"},
       {"--proof", isolating + Names{"check"}, OneOf{&o.proof, {"whole", "samples"}},
        "by a whole run of the float64 oracle, or by samples of the stage's own run; without "
        "it, samples where the "
        "oracle would take about a minute or more"},
       {"--isolate", isolating, Flag{&o.isolate},
        "every stage in a child process, so that a crash or a hang costs its own row alone"},
       {"--hang-limit", isolating + Names{"check"}, Real{&o.hang_limit, 0.001, longest},
        "a call of a stage in a child process that takes longer is a hang", "s"},
       {"--launch", launching, OneOf{&o.launch, {"default", "tuned"}},
        "tuned: what `ladder tune` found for the case on this machine"},
       {"--on",
        {"predict"},
        Text{&o.machine, "MACHINE"},
        "a folder of results/ with the micro-benchmarks of a machine; this one without it"},
       {"--gpus", {"fits"}, Whole{&o.gpus, 0, 4096}, "of another machine; without it those here"},
       {"--gpu-memory", {"fits"}, Real{&o.gpu_memory_gb, 0.001, 1e6}, "free on each of them", "GB"},
       {"--memory", {"fits"}, Real{&o.memory_gb, 0.001, 1e9}, "free on its host", "GB"},
       {"--shapes", {"verify"}, Flag{&o.shapes}, "every launch shape of the thesis' figures"},
       {"--once", {"worker"}, Flag{&o.once}, "one run, whose instructions are counted"},
       {"--table", {"worker"}, Flag{&o.table}, "the table of a plug-in, and nothing else"}}};
}

OptionGroup the_case(Options &o) {
  CaseOverrides &over = o.overrides;
  const Names computing = proving + waves + Names{"operator"};
  const Names fits = {"fits"};
  return {
      "Case",
      {{"--case", computing + fits + Names{"predict"},
        Text{&o.problem_case, "NAME|FILE", Offer::cases}, "a case of data/, or a file"},
       {"--replay", replaying, Text{&o.replay, "FILE", Offer::files},
        "instead of a case: steps of a program that were captured, from the program's own fields; "
        "see "
        "harness/shadow"},
       {"--ladder",
        {"list", "verify", "worker"},
        Text{&o.ladder, "NAME"},
        "whose stages; of a case, its own"},
       {"--size",
        {"verify", "worker"},
        Texts{&o.sizes, "ZxX[xY],..."},
        "instead of a case: a grid of random velocities",
        "cells"},
       {"--model", computing + migrating, Text{&over.model, "FILE", Offer::files},
        "velocities: a .npy, .vti, .rsf, .H, .sgy, .su, .h5, .txt, .csv or raw float32 file; "
        "without --case it makes its own"},
       {"--units", computing + migrating, OneOf{&over.units, names_of_velocity_units()},
        "of the model"},
       {"--spacing", computing + migrating, Text{&over.spacing, "D|DZxDX[xDY]"},
        "of the cells of a --model without --case, where its file does not tell them", "m"},
       {"--length-units", computing + migrating, OneOf{&over.length_units, {"m", "km", "ft"}},
        "of --spacing, and of a model's file that does not name the unit of its lengths"},
       {"--axes", computing + migrating,
        OneOf{&over.axes, {"xz", "zx", "yxz", "zxy", "xyz", "zyx", "xzy", "yzx"}},
        "order of the model's indices, slowest first"},
       {"--endian", computing, OneOf{&over.endian, {"little", "big"}}, "of a raw model"},
       {"--source", with_source, Text{&over.source, "NAME|X,Z"},
        "a source of the case by name, or a place", "m"},
       {"--sources",
        {"shoot"},
        Text{&o.sources, "X:X:STEP[,Z]|FILE", Offer::files},
        "a survey: a shot of each place from the first X to the second, or of each line x z of a "
        "file, all in one .sgy or .su file",
        "m"},
       {"--workers", migrating + Names{"shoot"}, Text{&o.workers, "N|FILE", Offer::files},
        "compute the shots of a survey: N processes, each with its share of the cores and a GPU of "
        "its own, or one a line of a file, which is put before its command line: 'ssh node1', '-' "
        "here"},
       {"--shot-limit", migrating + Names{"shoot"}, Real{&o.shot_limit, 0.001, longest},
        "a worker that is at a shot for longer hangs: it is ended, and another computes the shot; "
        "without it, 10 times the median of the shots that are done, and at least 60 s",
        "s"},
       {"--wavelet", with_source + migrating + Names{"operator"},
        Text{&over.wavelet, "ricker:HZ[,DELAY]|FILE", Offer::files},
        "frequency of the peak [Hz] and its time [s], or a file with a sample a line"},
       {"--receivers", with_receivers,
        Text{&over.receivers, "surface|depth:Z|borehole:X|X:X:STEP[,Z]|FILE", Offer::files},
        "a receiver in every column or row, from the first X to the second, or in a file: x z a "
        "line, places as .rsf, or a gather; of a gather: where its traces stand",
        "m"},
       {"--grid", proving + waves + fits + Names{"predict"}, Text{&over.cells, "N|ZxX[xY]"},
        "of a generated model, in place of the case's own; what it holds, sources and receivers "
        "are stretched with it. Of a raw --model without --case: its size",
        "cells"},
       {"--dt", with_steps + Names{"predict"}, Text{&over.dt, "TIME|auto"},
        "of a step; auto: the largest that is stable, cut to three digits", "s"},
       {"--nt", with_steps + Names{"predict"}, Wholes{&o.samples, 1, most_samples},
        "samples of a trace: time steps + 1"},
       {"--half-length", computing + migrating + fits + Names{"predict"},
        Wholes{&o.half_lengths, 1, LADDER_MOST_HALF_LENGTH}, "of the operator", "cells"},
       {"--operator", computing + Names{"predict"},
        OneOf{&over.operator_family, {"windowed", "taylor"}}, "the family of its taps"}}};
}

OptionGroup time(Options &o) {
  Repetition &repetition = o.repetition;
  return {"Measuring",
          {{"--precision", measuring + Names{"tune"}, Real{&repetition.precision, 1e-6, 1},
            "samples are taken until the median's interval is within this share of it"},
           {"--time-limit", measuring + Names{"check", "tune"},
            Real{&repetition.time_limit_s, 0.001, longest},
            "no further sample of a point after this; check: for all of it", "s"},
           {"--repetitions", measuring + Names{"tune"}, Whole{&repetition.samples, 1, 1000},
            "exactly so many samples of a point instead; tune: of each of the last launches"},
           {"--cache", measuring, OneOf{&o.cache, {"warm", "cold"}},
            "cold: emptied before every sample"},
           {"--benchmark_filter", measuring, Text{&repetition.filter, "REGEX"},
            "on names such as wave/thesis/smem/threads=128/warm"},
           {"--benchmark_repetitions", measuring, Whole{&repetition.samples, 1, 1000},
            "--repetitions, as Google Benchmark names it"},
           {"--benchmark_min_time", measuring, Seconds{&o.benchmark_min_time_s, 0.001, longest},
            "samples of a point are taken until they took so long together, whatever the precision",
            "s"},
           {"--benchmark_out", measuring, Text{&o.benchmark_out, "FILE", Offer::outputs},
            "the samples as Google Benchmark writes them too, for its compare.py"},
           {"--benchmark_out_format", measuring, OneOf{&o.benchmark_out_format, {"json", "csv"}},
            "of that file"},
           {"--benchmark_format", measuring, OneOf{&o.benchmark_format, {"console", "json", "csv"}},
            "of standard output: tables, or what --benchmark_out writes"}}};
}

OptionGroup gathers(Options &o) {
  GatherOverrides &over = o.gather_overrides;
  return {
      "Sending a gather back",
      {{"--gather", sending_back, Text{&o.gather, "FILE", Offer::files},
        "the recorded traces, .sgy, .su or .rsf"},
       {"--shot", sending_back, MaybeWhole{&over.shot, -2147483647, 2147483647},
        "of a gather file with several: the field record of one, or its number from 1"},
       {"--gather-dt", of_records, Seconds{&over.dt, 1e-9, 1},
        "the sample interval, whatever the file says", "s"},
       {"--gather-units", of_records, OneOf{&over.units, {"m", "ft"}},
        "of the coordinates, whatever the file says"},
       {"--gather-scalar", of_records, MaybeWhole{&over.scalar, -10000, 10000},
        "of coordinates and elevations, whatever the file says; -100 divides by 100"},
       {"--gather-elevations", of_records, OneOf{&over.elevations, {"up", "down"}},
        "where positive elevations of receivers point"},
       {"--models",
        {"locate"},
        Texts{&o.models, "MODEL,...", Offer::files},
        "velocity models to compare: case, a file, either with *FACTOR or ~METRES of smoothing"},
       {"--every", sending_back, Whole{&o.every, 1, 1000000},
        "between looks for the focus; a sixteenth of a period is enough", "steps"}}};
}

OptionGroup decision(Options &o) {
  const Names check = {"check"};
  return {"Decision",
          {{"--baseline", check, Text{&o.baseline, "FILE", Offer::files},
            "records, or what --output kept, to hold against"},
           {"--against", check, Text{&o.against, "PROGRAM", Offer::files},
            "an older ladder program, run alternately"},
           {"--predictions",
            {"compare"},
            Text{&o.predictions, "FILE", Offer::files},
            "what `ladder predict --json` wrote before: told beside the times that were measured"},
           {"--metric", check, OneOf{&o.metric, {"wall", "kernel", "instructions"}},
            "what is compared"},
           {"--static", check, Flag{&o.compiled}, "compare what the compiler made of CUDA stages"},
           {"--least-effect",
            {"check", "compare", "tune"},
            Real{&o.least_effect, 0, 1},
            "a change below this share is of no interest (0.02; 0.002 of instructions; 0.01 of "
            "tune)"}}};
}

OptionGroup output(Options &o) {
  return {
      "Output",
      {{"--output", measuring + waves + migrating + Names{"check", "tune", "export", "microbench"},
        Text{&o.output, "FILE", Offer::outputs}, "the product; records are appended to it"},
       {"--resume", waves + migrating + Names{"sweep"}, Flag{&o.resume},
        "go on where the same command was interrupted"},
       {"--overwrite", drawing + migrating + measuring + Names{"export", "check"},
        Flag{&o.overwrite}, "replace files that are there"},
       {"--write-case",
        {"ladder", "shoot"},
        Text{&o.write_case, "FILE.toml", Offer::outputs},
        "the case file that says the same as a --model without --case"},
       {"--snapshots", drawing, Wholes{&o.snapshots, 1, most_samples},
        "of the wavefield: every N steps, or at the steps of a list", "steps"},
       {"--snapshot-format", drawing, OneOf{&o.snapshot_format, {"npy", "vti", "rsf", "f32"}},
        "of these files"},
       {"--plot", drawing, Flag{&o.plot}, "pictures of the products, beside them"},
       {"--markdown",
        {"check"},
        Text{&o.markdown, "FILE", Offer::outputs},
        "a summary is appended to it, for a pull request"},
       {"--junit", {"check"}, Text{&o.junit, "FILE", Offer::outputs}, "the result as JUnit XML"},
       {"--format", {"export"}, Text{&o.format, "FORMAT", Offer::formats}, "of the export"},
       {"--json",
        measuring + waves + migrating +
            Names{"list", "doctor", "operator", "microbench", "predict", "fits", "verify", "check",
                  "compare", "tune"},
        Flag{&o.json}, "JSON instead of tables on standard output"},
       {"--wide",
        {"ladder", "list", "doctor"},
        Flag{&o.wide},
        "all columns of the tables, and the words of each step, however wide the terminal is"},
       {"--dry-run", measuring + waves + migrating + Names{"verify", "check", "tune"},
        Flag{&o.dry_run}, "say what would be done, and stop"},
       {"files", {"compare", "export"}, Texts{&o.files, "FILE", Offer::files}, "of records"},
       {"shell",
        {"completion"},
        OneOf{&o.shell, {"bash", "zsh", "fish", "json", "man"}},
        "that is to complete; json: all declarations, for other tools; man: the manual page",
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
