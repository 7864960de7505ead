#include "harness/command/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>

#include "build_info.h"
#include "harness/error.h"

namespace ladder {
namespace {

const std::vector<std::string> commands = {"list", "verify", "doctor"};

// Knobs belong to the stages, so the parser does not know them: whatever --name=value it leaves over is
// taken for a knob and held against the stages' declarations later.
void take_knobs(const std::vector<std::string> &left_over, Options &options) {
  for (std::size_t i = 0; i < left_over.size(); ++i) {
    const std::string &word = left_over[i];
    if (!word.starts_with("--")) {
      const auto near = nearest(word, commands);
      throw UsageError(
          fmt::format("there is no command '{}'; {}", word,
                      near.empty() ? fmt::format("the commands are {}", fmt::join(commands, ", "))
                                   : fmt::format("did you mean {}?", fmt::join(near, ", "))));
    }
    const auto equals = word.find('=');
    const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    std::string value;
    if (equals != std::string::npos)
      value = word.substr(equals + 1);
    else if (i + 1 < left_over.size() && !left_over[i + 1].starts_with("--"))
      value = left_over[++i];
    if (value.empty())
      throw UsageError(
          fmt::format("{} needs a value, such as {}=128, or is no option of "
                      "this program; see `ladder --help`",
                      word, word));
    for (const std::string &part : CLI::detail::split(value, ','))
      options.knobs[name].push_back(part);
  }
}

bool has_knob(const ladder_stage &stage, const std::string &name) {
  for (int k = 0; k < stage.knobs; ++k)
    if (name == stage.knob[k].name) return true;
  return false;
}

}  // namespace

Options parse_options(int argc, char **argv) {
  Options options;
  CLI::App app{
      "ladder measures what each step of a port from Fortran to C and CUDA is worth on this "
      "machine.\nWithout a command it runs the whole ladder; with --stage=NAME one stage in "
      "depth."};
  app.name("ladder");
  app.set_version_flag("--version", "ladder " LADDER_VERSION " (" LADDER_COMMIT ")");
  app.allow_extras();
  app.footer(
      "Knobs of a stage (`ladder list` shows them) are options too: --threads=128 --block=16x16.\n"
      "Lists are taken: --stage=cmem,smem --threads=64,128.");
  app.add_option("--stage", options.stages, "stages by name, or a plug-in ./mine.so")
      ->delimiter(',');
  app.add_option("--case", options.problem_case, "a case of data/, or a file")
      ->capture_default_str();
  CaseOverrides &over = options.overrides;
  app.add_option("--model", over.model, "velocities: a .npy or a raw float32 file");
  app.add_option("--units", over.units, "of the model: m/s or km/s");
  app.add_option("--axes", over.axes, "order of the model's indices, slowest first: xz or zx");
  app.add_option("--endian", over.endian, "of a raw model: little or big");
  app.add_option("--source", over.source, "a source of the case by name, or x,z [m]");
  app.add_option("--half-length", over.half_length, "of the operator [cells], 1 to 16");
  app.add_option("--operator", over.operator_family, "windowed or taylor");
  app.add_option("--nt", over.samples, "samples of a trace: time steps + 1");
  app.add_option("--repetitions", options.repetitions, "timed runs of each stage")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--time-limit", options.time_limit, "no further run of a stage after this [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--output", options.output, "file that the records are appended to");
  app.add_option("--size", options.sizes, "verify: a grid of random velocities, nz x nx [x ny]")
      ->delimiter(',');
  app.add_flag("--shapes", options.shapes, "verify: every launch shape of the thesis' figures");
  app.add_flag("--json", options.json, "records instead of tables on standard output");
  app.add_flag("--dry-run", options.dry_run, "say what would be measured, and stop");
  const std::map<std::string, std::string> about = {
      {"list", "the stages: what each changes, its knobs"},
      {"verify", "prove stages right, at checkpoints along the run, without timing them"},
      {"doctor", "what this machine has, and what each stage lacks to run here"}};
  for (const auto &name : commands)
    app.add_subcommand(name, about.at(name))->fallthrough()->allow_extras();
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &wanted) {
    std::exit(app.exit(wanted, std::cout, std::cerr));
  } catch (const CLI::ParseError &problem) {
    throw UsageError(fmt::format("{}; see `ladder --help`", problem.what()));
  }
  for (const CLI::App *sub : app.get_subcommands()) options.command = sub->get_name();
  take_knobs(app.remaining(true), options);
  return options;
}

std::vector<Choice> choose(const Options &options) {
  std::vector<StageEntry> entries;
  if (options.stages.empty()) entries = built_in_stages();
  for (const auto &name : options.stages) entries.push_back(find_stage(name));
  for (const auto &[name, values] : options.knobs) {
    std::vector<std::string> known;
    bool used = false;
    for (const auto &entry : entries) {
      used = used || has_knob(*entry.stage, name);
      for (int k = 0; k < entry.stage->knobs; ++k) known.push_back(entry.stage->knob[k].name);
    }
    if (!used && entries.size() == 1)
      make_launch(*entries[0].stage, {{name, {1}}});  // says what it has
    if (!used) {
      const auto near = nearest(name, known);
      throw UsageError(
          fmt::format("'--{}' is no option, and no knob of the chosen stages{}", name,
                      near.empty() ? "" : fmt::format("; did you mean --{}?", near[0])));
    }
  }
  std::vector<Choice> choices;
  for (const auto &entry : entries) {
    std::vector<AskedKnobs> combinations = {{}};
    for (const auto &[name, values] : options.knobs) {
      if (!has_knob(*entry.stage, name)) continue;
      std::vector<AskedKnobs> longer;
      for (const auto &value : values)
        for (AskedKnobs knobs : combinations) {
          knobs[name] = parse_knob(name, value);
          longer.push_back(knobs);
        }
      combinations = longer;
    }
    for (const auto &knobs : combinations)
      choices.push_back({entry, make_launch(*entry.stage, knobs)});
  }
  return choices;
}

}  // namespace ladder
