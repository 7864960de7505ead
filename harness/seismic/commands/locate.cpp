// ladder locate: where and when did it happen, in one velocity model or in several, ranked by focus.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "harness/answers/options/choose.h"
#include "harness/answers/options/say_case.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/progress.h"
#include "harness/base/read_file.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/formats/claim.h"
#include "harness/seismic/commands/products.h"
#include "harness/seismic/commands/reversal.h"
#include "harness/seismic/commands/room.h"
#include "harness/seismic/commands/wave_json.h"
#include "harness/seismic/shots/model_variant.h"
#include "harness/seismic/shots/pace.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {
namespace {

struct LocateOptions : SendingBack {
  Names models;

  void declare(Declared &declared) {
    declare_sending_back(
        declared, {{"--models", Texts{&models, "MODEL,...", Offer::files},
                    "velocity models to compare: `case` or a file, each with an optional *FACTOR "
                    "or ~METRES of smoothing"}});
    declared.add("Output", {output_option(output), resume_option(resume), json_option(json),
                            dry_run_option(dry_run)});
  }
  void settle() {
    using enum CaseOption::Part;
    refuse_idle_case_options();
    // The first of several makes the case for all; without --spacing they are models of the default case.
    if (overrides.model.empty() && !overrides.spacing.empty() && !models.empty())
      overrides.model = file_of_variant(models.front());
    // Models are read by the same words.
    locate_or_make(models.empty() ? 0u : reading | raw);
    settle_stages();
  }
};

struct Located {
  std::string model;
  Json found;
  double relative() const { return found["relative_energy"].get<double>(); }
};

Json operator_json(const WaveCase &c) {
  Json json = {{"family", c.operator_family}, {"half_length", c.half_length}};
  if (c.operator_family == "windowed") json.update({{"alpha", c.alpha}, {"beta", c.beta}});
  return json;
}

Json waves_json(const Dispersion &d) {
  return {{"low_hz", d.low_hz},
          {"high_hz", d.high_hz},
          {"cells_per_wavelength", d.cells_per_wavelength},
          {"phase_velocity_error", d.worst()}};
}

Json description(const std::string &model, const WaveCase &c, const LocateOptions &options,
                 const Sent &sent, const Way &way, const Reversed &reversed) {
  const Focus &focus = reversed.focus;
  return {{"model", model},
          {"case", c.name},
          {"case_hash", c.hash},
          {"inputs", way.inputs},
          {"gather", std::filesystem::path(options.gather).filename().string()},
          {"traces", sent.gather.traces()},
          {"dead_traces", sent.cleaned.dead},
          {"loud_traces", sent.cleaned.loud},
          {"x", focus.place.x},
          {"y", focus.place.y},
          {"z", focus.place.z},
          {"time", reversed.time},
          {"width_x", focus.width_x},
          {"width_y", focus.width_y},
          {"width_z", focus.width_z},
          {"prominence", focus.prominence},
          {"relative_energy", reversed.relative},
          {"operator", operator_json(c)},
          {"waves", waves_json(reversed.dispersion)},
          {"wall_s", reversed.wall_s}};
}

// The models that --output holds already, when the run is resumed.
std::vector<Json> done_before(const LocateOptions &options) {
  std::error_code problem;
  if (!options.resume || options.output.empty() ||
      !std::filesystem::exists(options.output, problem))
    return {};
  std::istringstream lines(read_file(options.output));
  std::vector<Json> found;
  for (std::string line; std::getline(lines, line);) {
    Json one = Json::parse(line, nullptr, false);
    if (one.is_object()) found.push_back(std::move(one));  // else cut short by a crash
  }
  return found;
}

// Nothing for a line that an older program left in --output.
std::string phase_error_text(const Json &found) {
  const Json::json_pointer error("/waves/phase_velocity_error");
  return found.contains(error) ? fmt::format("{:+.2g} %", 100 * found.at(error).get<double>()) : "";
}

// What was found before for this model from the same inputs; null: nothing. Says what of the same name is not used.
Json found_before(const std::vector<Json> &before, const std::string &model, const Inputs &inputs) {
  std::string why;
  for (const Json &line : before) {
    if (line.value("model", "") != model) continue;
    why = difference(line.value("inputs", Json::object()), inputs);
    if (why.empty()) return line;
  }
  if (!why.empty())
    say(fmt::format(
        "{}: computed again, because its result in --output was made from other inputs: {}", model,
        why));
  return nullptr;
}

std::string text_of(double metres) { return fmt::format("{:g}", metres); }

void print_ranks(const std::vector<Located> &ranks, const WaveCase &c) {
  const bool deep = c.model_cells.y > 1;
  using enum Table::Align;
  Table table({{"rank", right},
               {"model"},
               {"x [m]", right},
               {"y [m]", right},
               {"z [m]", right},
               {"time [s]", right},
               {"energy", right},
               {"of the best", right},
               {"width x", right},
               {"width z", right},
               {"stands out", right},
               {"phase error", right}});
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const Json &f = ranks[i].found;
    table.row({std::to_string(i + 1), ranks[i].model, text_of(f["x"]), deep ? text_of(f["y"]) : "",
               text_of(f["z"]), fmt::format("{:.3f}", f["time"].get<double>()),
               fmt::format("{:.4g}", ranks[i].relative()),
               fmt::format("{:.0f} %", 100 * ranks[i].relative() / ranks[0].relative()),
               fmt::format("{:.0f} m", f["width_x"].get<double>()),
               fmt::format("{:.0f} m", f["width_z"].get<double>()),
               fmt::format("{:.3g}x", f["prominence"].get<double>()), phase_error_text(f)});
  }
  fmt::print(
      "{}energy: the largest p^2 of the wavefield, over the mean square of the traces. width: "
      "extent of at least half of that.\nstands out: the peak over the largest energy outside of "
      "twice the widths.\n"
      "phase error: of the {} at worst over the gather's band; negative: waves\nare too slow here. "
      "In a gather of another operator, velocities that differ by less cannot be distinguished.\n",
      table.text(), operator_text(c));
}

// Which stages compute the wavefields of all models as fast as they happen.
void print_paces(const LocateOptions &options, const WaveCase &model, const Sent &sent,
                 std::size_t models) {
  const int cut = steps_per_sample(model, sent.gather);
  const WaveCase c = reverse_case(model, sent.gather, cut);
  const Environment environment = read_environment();
  Table table({{"stage"}, {"wavefield per second", Table::Align::right}, {"keeps up"}});
  for (const StageEntry &entry : built_in_stages()) {
    if (entry.ladder != c.ladder || !lacks(*entry.stage, environment).empty()) continue;
    progress(fmt::format("the pace of {} ...", entry.name()));
    const double seconds = pace(c, {entry, make_launch(*entry.stage, {})}, options.every * cut);
    if (seconds > 0)
      table.row({entry.name(), fmt::format("{:.3g} s", seconds),
                 seconds >= double(models) ? "yes" : "no"});
  }
  progress_done();
  fmt::print(
      "\nnear real time: seconds of wavefield that a stage computes in a second, on this machine "
      "now; {} "
      "model{} need{} {}.\n{}",
      models, models == 1 ? "" : "s", models == 1 ? "s" : "", models, table.text());
}

Exit show_models(const LocateOptions &options, const std::vector<std::string> &models,
                 const std::vector<WaveCase> &cases) {
  const Sent sent = gather_to_send(options, cases[0]);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const WaveCase back =
        reverse_case(cases[i], sent.gather, steps_per_sample(cases[i], sent.gather));
    if (!options.json) fmt::print("{}: ", models[i]);
    const bool last = i + 1 == models.size() && !options.output.empty();
    show_run(options, back, choose_engine(options, back),
             last ? std::vector{options.output} : std::vector<std::string>{});
  }
  return Exit::ok;
}

Exit run_locate(const LocateOptions &options) {
  const CaseOverrides overrides = model_overrides(options);
  const auto models = options.models.empty() ? std::vector<std::string>{"case"} : options.models;
  // All are read before any is run, so that the last one's mistake is not found out after an hour.
  std::vector<WaveCase> cases;
  for (const auto &model : models) cases.push_back(load_variant(model, options.located, overrides));
  if (options.dry_run) return show_models(options, models, cases);
  check_engine_options(options);
  const Sent sent = gather_to_send(options, cases[0]);
  // The gather may lie where nothing can be written.
  const std::string product = options.output.empty()
                                  ? std::filesystem::path(options.gather).filename().string()
                                  : options.output;
  // Each model has its own checkpoint: --resume comes past those before the one that was interrupted.
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < models.size(); ++i)
    runs.push_back(models.size() > 1 ? fmt::format("{}.{}", product, i + 1) : product);
  std::optional<RecordFile> file;
  if (!options.output.empty()) {
    file.emplace(options.output, records_of_places);
    lock_output(options.output);
  }
  claim_products(options, {{}, runs, {}, {}});
  const auto before = done_before(options);
  say_grid(cases[0]);
  std::vector<Located> ranks;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const Way way = way_back(options, cases[i], sent);
    if (const Json done = found_before(before, models[i], way.inputs); !done.is_null()) {
      ranks.push_back({models[i], done});
      continue;
    }
    const Reversed reversed = send_back(options, way, sent, runs[i], "");
    const Json found = description(models[i], cases[i], options, sent, way, reversed);
    if (file) file->append(found);
    if (options.json) fmt::print("{}\n", found.dump());
    say(fmt::format("{}: {}", models[i], focus_text(cases[i], reversed)));
    ranks.push_back({models[i], found});
  }
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const Located &a, const Located &b) { return a.relative() > b.relative(); });
  if (!options.json) {
    print_ranks(ranks, cases[0]);
    print_paces(options, cases[0], sent, models.size());
  }
  return Exit::ok;
}

}  // namespace

const Command locate_command = {
    "locate",
    "Compute waves",
    "locate an event in space and time: reverse a gather in one or several models",
    {"locate --gather=shot.sgy",
     "locate --gather=shot.sgy --models='case,case*1.02,case~200' --output=found.jsonl"},
    false,
    bind_options<LocateOptions, run_locate>};

}  // namespace ladder
