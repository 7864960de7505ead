// What the command line may say. The parser, its help and the completion of shells all come from here.
#include "harness/command/declared.h"

#include "build_info.h"

namespace ladder {

// `worker` is how a program runs a stage in a child: it is no command for people.
const std::map<std::string, std::string> command_abouts = {
    {"list", "the stages: what each changes, its knobs"},
    {"verify", "prove stages right, at checkpoints along the run, without timing them"},
    {"shoot", "a shot: the gather that the receivers record, and snapshots of the wavefield"},
    {"reverse", "send a gather back in time, to where its waves came from"},
    {"locate", "where and when did it happen: reverse, in one velocity model or in several"},
    {"zsr", "a zero-offset section from exploding reflectors, and the map back from it"},
    {"sweep", "measure every combination of launches and cases, each kept as it ends"},
    {"compare", "tell what each step did, from records; or what changed between two files"},
    {"check", "decide whether something got slower, for CI"},
    {"export", "records in the formats of other tools"},
    {"plot",
     "a figure from records or grids: `ladder plot NAME`, `ladder plot --help` for the names"},
    {"report", "one HTML page of all that was measured: table, figures, environment, raw records"},
    {"explain",
     "one stage: its head, its difference from its parent, what was expected and measured"},
    {"completion", "what a shell needs to complete this command: ladder completion bash"},
    {"doctor", "what this machine has, and what each stage lacks to run here"}};

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const auto &[name, about] : command_abouts) names.push_back(name);
  return names;
}

void declare(CLI::App &app, Options &options) {
  app.description(
      "ladder measures what each step of a port from Fortran to C and CUDA is worth on this "
      "machine.\nWithout a command it runs the whole ladder; with --stage=NAME one stage in "
      "depth.");
  app.name("ladder");
  app.set_version_flag("--version", "ladder " LADDER_VERSION " (" LADDER_COMMIT ")");
  app.allow_extras();
  app.footer(
      "Knobs of a stage (`ladder list` shows them) are options too: --threads=128 --block=16x16.\n"
      "Lists and ranges are taken: --stage=cmem,smem --threads=64:1024:*2 --half-length=1:16.");
  app.add_option("--stage", options.stages, "stages by name, or a plug-in ./mine.so")
      ->delimiter(',');
  app.add_option("--case", options.problem_case, "a case of data/, or a file")
      ->capture_default_str();
  CaseOverrides &over = options.overrides;
  app.add_option("--model", over.model,
                 "velocities: a .npy, .vti, .rsf, .sgy, .su or raw float32 file");
  app.add_option("--units", over.units, "of the model: m/s or km/s");
  app.add_option("--axes", over.axes, "order of the model's indices, slowest first: xz or zx");
  app.add_option("--endian", over.endian, "of a raw model: little or big");
  app.add_option("--source", over.source, "a source of the case by name, or x,z [m]");
  app.add_option("--receivers", over.receivers,
                 "surface, depth:Z, borehole:X [m], or a file with x z a line");
  app.add_option("--wavelet", over.wavelet, "ricker:HZ[,DELAY], or a file with a sample a line");
  app.add_option("--half-length", options.half_lengths, "of the operator [cells], 1 to 16")
      ->delimiter(',');
  app.add_option("--operator", over.operator_family, "windowed or taylor");
  app.add_option("--nt", options.samples, "samples of a trace: time steps + 1")->delimiter(',');
  Repetition &repetition = options.repetition;
  app.add_option("--precision", repetition.precision,
                 "samples are taken until the median's interval is within this, 0.01 is 1 %")
      ->check(CLI::Range(1e-6, 1.0))
      ->capture_default_str();
  app.add_option("--time-limit", repetition.time_limit_s,
                 "no further sample of a point after this; check: for all of it [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--repetitions", repetition.samples, "exactly so many samples of a point instead")
      ->check(CLI::Range(1, 1000));
  app.add_option("--cache", options.cache, "warm, or cold: emptied before every sample")
      ->check(CLI::IsMember({"warm", "cold"}))
      ->capture_default_str();
  app.add_option("--benchmark_filter", repetition.filter,
                 "a regular expression on names such as wave/thesis/smem/threads=128/warm");
  app.add_flag("--isolate", options.isolate,
               "every stage in a child process, so that a crash or a hang costs its own row alone");
  app.add_option("--hang-limit", options.hang_limit, "a call that takes longer is a hang [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--output", options.output,
                 "file that records are appended to, or the product of a command");
  app.add_flag("--resume", options.resume,
               "go on where an interrupted sweep, shoot, reverse or locate stopped");
  app.add_option("--size", options.sizes, "verify: a grid of random velocities, nz x nx [x ny]")
      ->delimiter(',');
  app.add_flag("--shapes", options.shapes, "verify: every launch shape of the thesis' figures");
  app.add_option("--gather", options.gather, "reverse, locate: the recorded traces, .sgy or .su");
  app.add_option("--models", options.models, "locate: velocity models to compare")->delimiter(',');
  app.add_option("--snapshots", options.snapshots,
                 "shoot, reverse, zsr: every N steps, or at the steps of a list")
      ->delimiter(',');
  app.add_option("--snapshot-format", options.snapshot_format, "npy, vti, rsf or f32")
      ->check(CLI::IsMember({"npy", "vti", "rsf", "f32"}))
      ->capture_default_str();
  app.add_option(
         "--every", options.every,
         "reverse, locate: steps between looks for the focus; a sixteenth of a period is enough")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_flag("--overwrite", options.overwrite,
               "shoot, reverse, zsr: replace files that are there");
  app.add_flag("--plot", options.plot,
               "shoot, reverse, zsr: pictures of the products, beside them");
  app.add_option("--baseline", options.baseline, "check: a file of records to hold against");
  app.add_option("--against", options.against, "check: an older ladder program, run alternately");
  app.add_flag("--static", options.compiled, "check: what the compiler made of the CUDA stages");
  app.add_option("--metric", options.metric, "check: wall, kernel or instructions")
      ->check(CLI::IsMember({"wall", "kernel", "instructions"}))
      ->capture_default_str();
  app.add_option("--least-effect", options.least_effect,
                 "check: a change below this is of no interest (0.02, of instructions 0.002)")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--markdown", options.markdown, "check: file for a summary, for a pull request");
  app.add_option("--junit", options.junit, "check: file for the result as JUnit XML");
  app.add_option("--format", options.format, "export: the format");
  app.add_flag("--json", options.json, "records instead of tables on standard output");
  app.add_flag("--dry-run", options.dry_run, "say what would be measured, and stop");
  for (const auto &[name, about] : command_abouts) {
    CLI::App *sub = app.add_subcommand(name, about)->fallthrough()->allow_extras();
    if (name == "compare" || name == "export") sub->add_option("files", options.files, "records");
    if (name == "completion")
      sub->add_option("shell", options.shell, "bash, zsh or fish")
          ->check(CLI::IsMember({"bash", "zsh", "fish"}))
          ->required();
  }
  CLI::App *worker = app.add_subcommand("worker", "")->fallthrough()->allow_extras()->group("");
  worker->add_flag("--once", options.once);
  worker->add_flag("--table", options.table);
  app.require_subcommand(0, 1);
}

}  // namespace ladder
