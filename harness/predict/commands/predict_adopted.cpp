#include "harness/predict/commands/predict_adopted.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "harness/answers/check/baseline.h"
#include "harness/answers/options/stage_choice.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/files.h"
#include "harness/base/line/script.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/bench/registry/registry.h"
#include "harness/predict/adopted/gain.h"
#include "harness/predict/adopted/kernel_code.h"
#include "harness/predict/commands/predict_sizes.h"
#include "harness/predict/model/occupancy.h"

namespace ladder {
namespace {

// What scripts/stage_code.py answers of a stage that was run in the emulation.
Json counted_run(const StagesOfCase &options, const Case &c, const Choice &choice,
                 const Machine &machine, bool drawn) {
  const TemporaryFile counts("ladder-counts");
  progress(fmt::format("{}: its {} calls in the emulation ...", choice.entry.name(),
                       drawn ? "drawn" : "recorded"));
  run_counted(c, choice, how_to_measure(options, Measuring{}, one_case(options)), counts.path,
              drawn);
  progress(fmt::format("{}: its machine code ...", choice.entry.name()));
  const DeviceLimits &device = machine.device();
  const Json answer = Json::parse(
      answer_of_script(
          "stage_code.py",
          {adopted_ladder()->folder.string(), choice.entry.name(),
           fmt::format("sm_{}{}", device.compute_major, device.compute_minor), counts.path}),
      nullptr, false);
  progress_done();
  if (answer.is_object() && answer.contains("failed"))
    throw Error(static_cast<Exit>(answer.value("exit", 7)), answer["failed"].get<std::string>());
  if (!answer.is_object()) throw Error(Exit::nothing_ran, "what was counted could not be read");
  return answer;
}

AdoptedPrediction predicted(const StagesOfCase &options, const Case &c, const Choice &choice,
                            const Machine &machine, bool drawn) {
  const Json answer = counted_run(options, c, choice, machine, drawn);
  AdoptedPrediction found;
  found.stage = choice.entry.name();
  found.counted = counted_stage(answer.at("events"));
  found.lacks = answer.value("lacks", "");
  found.hash = answer.at("hash");
  for (const CountedKernel &kernel : found.counted.kernels)
    found.kernels.push_back(time_of(machine, kernel, kernel_code(kernel.name, answer)));
  fetch_code_in_turn(found.kernels);
  found.call = call_time(machine, found.counted, found.kernels);
  const Json about = c.json();
  found.program = in_program(about, found.call);
  found.host =
      on_host(machine, found.counted, found.kernels,
              about.value("routine_s", 0.0) / std::max(1.0, about.value("calls_made", 0.0)));
  return found;
}

std::string times_text(double value) {
  return value > 0 ? fmt::format("{:.3g}x", value) : "not known";
}

void print(const AdoptedPrediction &one, const Machine &machine, const Case &c) {
  using enum Table::Align;
  fmt::print("{} of {} on {}, predicted\n", one.stage, c.words().front(), machine.device().name);
  Table kernels({{"kernel"},
                 {"launches a call", right},
                 {"blocks x threads"},
                 {"each", right},
                 {"bound by"},
                 {"lanes", right, 2},
                 {"sectors a load", right, 2},
                 {"bytes", right, 1},
                 {"bytes / bandwidth", right, 1}});
  const double calls = double(one.counted.calls.size());
  for (std::size_t k = 0; k < one.kernels.size(); ++k) {
    const CountedKernel &kernel = one.counted.kernels[k];
    const KernelTime &time = one.kernels[k];
    const double all = std::max(1.0, kernel.requests + kernel.atomics + kernel.shared_requests);
    kernels.row(
        {kernel.name, fmt::format("{:.3g}", kernel.launches / calls),
         fmt::format("{:.0f} x {}", kernel.blocks(), kernel.threads()), seconds_text(time.seconds),
         time.bound, fmt::format("{:.0f} of 32", std::min(32.0, kernel.lanes / all)),
         fmt::format("{:.3g}", sectors_of_a_load(kernel)),
         fmt::format("{:.3g} MB", time.demand.memory_bytes / 1e6), seconds_text(time.trivial)});
  }
  fmt::print("{}", kernels.text());
  Table times({{"arrays"},
               {"a call", right},
               {"next to this machine's original", right},
               {"whole program", right},
               {"of it"}});
  const AdoptedGain &gain = one.program;
  times.row({"as called", seconds_text(one.call.as_called), times_text(gain.as_called),
             times_text(gain.program_as_called),
             fmt::format("copies {} ({:.3g} MB), kernels {}", seconds_text(one.call.copies),
                         one.call.copied_bytes / 1e6, seconds_text(one.call.kernels))});
  times.row({"resident", seconds_text(one.call.resident), times_text(gain.resident),
             times_text(gain.program_resident),
             fmt::format("kernels {}, {:.3g} launches {}", seconds_text(one.call.kernels),
                         one.call.number_of_launches, seconds_text(one.call.launches))});
  times.row({"bytes over bandwidth", seconds_text(one.call.trivial), "", "",
             "the trivial model, as called"});
  if (const OnHost &host = one.host; host.cores > 0)
    times.row({fmt::format("OpenMP, {} cores of its host", host.cores),
               fmt::format("at least {}", seconds_text(host.all_s)), "", "",
               fmt::format("bound by {}; {} cores give as much", host.bound, host.useful)});
  fmt::print("{}{}\n", times.text(), advice(one));
}

Json json_of(const AdoptedPrediction &one, const std::string &name, const Case &c) {
  Json kernels = Json::array();
  for (std::size_t k = 0; k < one.kernels.size(); ++k) {
    const CountedKernel &kernel = one.counted.kernels[k];
    const KernelTime &time = one.kernels[k];
    Json terms;
    for (const Term &term : time.prediction.terms) terms[term.name] = term.seconds;
    kernels.push_back({{"name", kernel.name},
                       {"grid", kernel.grid},
                       {"block", kernel.block},
                       {"launches", kernel.launches / double(one.counted.calls.size())},
                       {"seconds", time.seconds},
                       {"bound", time.bound},
                       {"terms_s", terms},
                       {"trivial_s", time.trivial},
                       {"registers", time.demand.registers},
                       {"occupancy", time.prediction.occupancy.share},
                       {"instructions", time.demand.instructions},
                       {"requests", kernel.requests / std::max(1.0, kernel.busy_warps)},
                       {"sectors_a_load", sectors_of_a_load(kernel)},
                       {"memory_bytes", time.demand.memory_bytes},
                       {"l2_bytes", time.demand.l2_bytes},
                       {"atomic_lanes", kernel.atomic_lanes},
                       {"atomics_on_one_address", kernel.busiest}});
  }
  const AdoptedGain &gain = one.program;
  return {{"kind", "adopted-prediction"},
          {"schema", 1},
          {"time", utc_now()},
          {"machine", name},
          {"ladder", c.ladder},
          {"stage", one.stage},
          {"stage_hash", one.hash},
          {"case", c.json()},
          {"kernels", kernels},
          {"call",
           {{"as_called_s", one.call.as_called},
            {"resident_s", one.call.resident},
            {"kernels_s", one.call.kernels},
            {"copies_s", one.call.copies},
            {"copied_bytes", one.call.copied_bytes},
            {"launches", one.call.number_of_launches},
            {"trivial_s", one.call.trivial}}},
          {"speedup",
           {{"as_called", gain.as_called},
            {"resident", gain.resident},
            {"program_as_called", gain.program_as_called},
            {"program_resident", gain.program_resident}}},
          {"program",
           {{"run_as_called_s", gain.run_as_called_s}, {"run_resident_s", gain.run_resident_s}}},
          {"host",
           {{"cores", one.host.cores},
            {"one_core_s", one.host.one_s},
            {"at_least_s", one.host.all_s},
            {"useful_cores", one.host.useful},
            {"bound", one.host.bound}}},
          {"machine_code", one.lacks.empty()},
          {"advice", advice(one)}};
}

}  // namespace

Exit predict_adopted(const StagesOfCase &options, const Machine &machine, const std::string &name,
                     const AdoptedAsked &asked) {
  if (machine.device().multiprocessors == 0)
    throw UsageError(
        fmt::format("{} has no GPU, or none that was measured: name another machine "
                    "with --on",
                    machine.device().name));
  std::vector<Choice> choices = choose(options);
  std::erase_if(choices,
                [](const Choice &one) { return one.entry.stage->device != LADDER_ON_CUDA; });
  for (const UnbuiltStage &one : unbuilt_stages())
    if (one.ladder == options.ladder && one.file.ends_with(".cu"))
      say(fmt::format("not predicted: {}: {}", one.name, one.why));
  if (choices.empty())
    throw Error(Exit::nothing_ran,
                fmt::format("{} has no CUDA stage that could be predicted: `ladder port cuda` "
                            "writes one, `ladder new-stage cuda` begins one",
                            adopted_ladder()->folder.string()));
  const auto the_case = load_case(options.located, one_case(options));
  std::set<std::string> done;  // a stage that can be resident is chosen twice
  for (const Choice &choice : choices) {
    if (!done.insert(choice.entry.name()).second) continue;
    if (!asked.sizes.empty()) {
      print_sizes(adopted_ladder()->folder.string(), choice.entry.name(), name, asked.sizes);
      continue;
    }
    const AdoptedPrediction one = predicted(options, *the_case, choice, machine, asked.drawn);
    if (!one.lacks.empty())
      say(fmt::format("{}: {}: instructions and registers are guessed", one.stage, one.lacks));
    if (asked.json)
      fmt::print("{}\n", json_of(one, name, *the_case).dump());
    else
      print(one, machine, *the_case);
  }
  return Exit::ok;
}

}  // namespace ladder
