#include "harness/command/line/combinations.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "harness/base/error.h"
#include "harness/bench/registry/adopted.h"

namespace ladder {
namespace {

using Names = std::vector<std::string>;

class Combinations {
 public:
  explicit Combinations(const Options &options) : options_(options) {}

  bool given(const std::string &name) const { return options_.given.contains(name); }

  void refuse(const std::string &name, const std::string &why) const {
    if (given(name)) throw UsageError(fmt::format("{} would have no effect: {}", name, why));
  }
  void refuse_all(const Names &names, const std::string &why) const {
    for (const std::string &name : names) refuse(name, why);
  }

  void of_verify() const {
    if (!given("--size") && !adopted_ladder())
      refuse("--ladder", "the case names its ladder; --ladder is for --size");
    if (given("--size"))
      refuse_all(
          {"--case", "--model", "--units", "--spacing", "--length-units", "--axes", "--endian",
           "--source", "--receivers", "--wavelet", "--operator", "--grid", "--dt"},
          "--size takes a grid of random velocities instead of a case");
  }

  // A case says its own spacing, and is there already.
  void of_own_model() const {
    const char *why = "it is for a --model without --case";
    const bool model = given("--model") || (given("--models") && given("--spacing"));
    if (!model || given("--case")) refuse_all({"--spacing", "--write-case"}, why);
    if (given("--sources")) refuse("--write-case", "a survey cannot be written as a case file");
  }

  void of_replay() const {
    if (given("--replay"))
      refuse_all({"--case", "--size", "--ladder"},
                 "--replay takes captured steps instead of a case");
  }

  void of_launch() const {
    if (options_.launch != "tuned") return;
    for (const auto &[knob, values] : options_.knobs)
      throw UsageError(
          fmt::format("--{} would have no effect: --launch=tuned sets the knobs", knob));
    if (given("--shapes")) refuse("--launch", "--shapes sets the knobs");
    if (given("--size")) refuse("--launch", "launches are tuned for a case, and --size is not one");
  }

  // Stages of this process cannot be stopped.
  void of_child_processes() const {
    const auto is_plugin = [](const std::string &stage) { return stage.ends_with(".so"); };
    if (!options_.isolate && std::ranges::none_of(options_.stages, is_plugin))
      refuse("--hang-limit", "no stage runs in a child process; add --isolate");
  }

  void of_repetition() const {
    if (given("--repetitions"))
      refuse("--precision", "--repetitions says how many samples are taken");
  }

  // Google Benchmark's own grammar; it takes a leading '-' as "all but these".
  void of_filter() const {
    const std::string &filter = options_.repetition.filter;
    try {
      std::regex(filter.starts_with('-') ? filter.substr(1) : filter,
                 std::regex_constants::extended);
    } catch (const std::regex_error &why) {
      throw UsageError(
          fmt::format("--benchmark_filter={}: not a regular expression: {}", filter, why.what()));
    }
  }

  void of_google_benchmark() const {
    if (given("--benchmark_repetitions"))
      refuse_all({"--repetitions", "--precision"},
                 "--benchmark_repetitions says how many samples are taken");
    if (given("--benchmark_min_time"))
      refuse_all({"--repetitions", "--benchmark_repetitions", "--precision", "--time-limit"},
                 "--benchmark_min_time says for how long samples are taken");
    if (!given("--benchmark_out"))
      refuse_all({"--benchmark_out_format", "--overwrite"}, "--benchmark_out is missing");
    if (given("--json")) refuse("--benchmark_format", "--json prints records on standard output");
    if (options_.benchmark_format != "console")
      refuse("--wide", "--benchmark_format prints samples in place of tables");
    if (options_.half_lengths.size() < 2 && options_.samples.size() < 2) return;
    for (const char *name : {"--benchmark_out", "--benchmark_format"})
      if (given(name))
        throw UsageError(
            fmt::format("{} names a point by its case, stage and launch: it takes one "
                        "--half-length and one --nt",
                        name));
  }

  void of_tables() const {
    if (given("--json")) refuse("--wide", "--json prints JSON instead of tables");
  }

  void of_pictures() const {
    if (!given("--snapshots")) refuse("--snapshot-format", "--snapshots is missing");
    const bool snapshots = given("--snapshots") && options_.snapshot_format == "npy";
    if ((options_.command == "reverse" || options_.command == "migrate") && !snapshots &&
        given("--output") && !options_.output.ends_with(".npy"))
      refuse("--plot", "maps of energy, images and snapshots are drawn of .npy files only");
  }

  void of_shoot() const {
    if (given("--sources"))
      refuse_all({"--source", "--snapshots", "--plot"},
                 "--sources computes a survey, whose shots go into one file");
    else
      refuse("--workers", "a single shot is computed by one process; add --sources for a survey");
  }

  void of_workers() const {
    if (!given("--workers"))
      refuse("--shot-limit", "shots are computed by this program itself; add --workers=N");
  }

  void of_check() const {
    const bool counted = options_.metric == "instructions";
    if (options_.compiled) {
      const std::string why = "--static looks at what the compiler made, and runs nothing";
      refuse_all({"--model", "--units", "--spacing", "--length-units", "--axes", "--endian",
                  "--source", "--receivers", "--wavelet", "--nt", "--time-limit", "--hang-limit",
                  "--metric", "--dry-run"},
                 why);
      // What a change costs is predicted for a case.
      if (!given("--against"))
        refuse_all({"--case", "--half-length", "--operator", "--grid", "--dt"},
                   "a baseline has no machine code, from which times are predicted");
      for (const auto &[knob, values] : options_.knobs)
        throw UsageError(fmt::format("--{} would have no effect: {}", knob, why));
    }
    if (counted)
      refuse_all({"--nt", "--time-limit", "--hang-limit"},
                 "--metric=instructions counts two short runs of its own");
    if (!options_.compiled && !counted)
      refuse("--output", "check writes a file for --static and --metric=instructions only");
  }

  void of_compare() const {
    if (given("--predictions"))
      refuse_all({"--stages", "--steps", "--wide"}, "--predictions shows cells, not stages");
    if (given("--json")) refuse("--steps", "--json has the words of each step");
    if (options_.files.size() == 2 && !options_.each_stage)
      refuse_all({"--steps", "--wide"}, "two files show what changed; add --stages");
    else
      refuse("--least-effect", "it is for two files, and what changed between them");
  }

 private:
  const Options &options_;
};

}  // namespace

void refuse_idle_combinations(const Options &options) {
  const Combinations combinations(options);
  const std::string &command = options.command;
  if (command == "worker") return;  // its options were looked at in the program that started it
  if (command != "migrate") combinations.of_own_model();
  combinations.of_tables();
  combinations.of_pictures();
  combinations.of_repetition();
  combinations.of_replay();
  combinations.of_launch();
  if (command == "ladder" || command == "sweep") {
    combinations.of_filter();
    combinations.of_google_benchmark();
  }
  if (command == "verify") combinations.of_verify();
  if (command == "shoot") combinations.of_shoot();
  combinations.of_workers();
  if (command == "check")
    combinations.of_check();
  else
    combinations.of_child_processes();
  if (command == "compare") combinations.of_compare();
}

}  // namespace ladder
