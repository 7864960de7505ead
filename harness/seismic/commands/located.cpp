#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "harness/base/files.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/seismic/commands/reversal.h"

namespace ladder {
namespace {

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

std::string metres_text(double metres) { return fmt::format("{:g}", metres); }

}  // namespace

Json description(const std::string &model, const WaveCase &c, const std::string &gather,
                 const Sent &sent, const Way &way, const Reversed &reversed) {
  const Focus &focus = reversed.focus;
  return {{"model", model},
          {"case", c.name},
          {"case_hash", c.hash},
          {"inputs", way.inputs},
          {"gather", std::filesystem::path(gather).filename().string()},
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

std::vector<Json> done_before(const WaveRun &options) {
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
    table.row({std::to_string(i + 1), ranks[i].model, metres_text(f["x"]),
               deep ? metres_text(f["y"]) : "", metres_text(f["z"]),
               fmt::format("{:.3f}", f["time"].get<double>()),
               fmt::format("{:.4g}", ranks[i].relative()),
               fmt::format("{:.0f} %", 100 * ranks[i].relative() / ranks[0].relative()),
               fmt::format("{:.0f} m", f["width_x"].get<double>()),
               fmt::format("{:.0f} m", f["width_z"].get<double>()),
               fmt::format("{:.3g}x", f["prominence"].get<double>()),
               fmt::format("{:+.2g} %", 100 * f["waves"]["phase_velocity_error"].get<double>())});
  }
  fmt::print(
      "{}energy: the largest p^2 of the wavefield, over the mean square of the traces. width: "
      "extent of at least half of that.\nstands out: the peak over the largest energy outside of "
      "twice the widths.\n"
      "phase error: of the {} at worst over the gather's band; negative: waves\nare too slow here. "
      "In a gather of another operator, velocities that differ by less cannot be distinguished.\n",
      table.text(), operator_text(c));
}

}  // namespace ladder
