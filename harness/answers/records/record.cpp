#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <ctime>

#include "harness/answers/records/comparable.h"
#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record_file.h"
#include "harness/answers/verdict/status.h"
#include "harness/base/statistics/statistics.h"
#include "harness/bench/trace/disturbance.h"
#include "harness/bench/trace/traced.h"
#include "harness/machine/floor/floor.h"

namespace ladder {
namespace {

Json stage_json(const StageEntry &entry) {
  const ladder_stage &stage = *entry.stage;
  return {{"name", stage.name},
          {"parent", stage.parent ? Json(stage.parent) : Json(nullptr)},
          {"change", stage.change},
          {"expectation", stage.expectation},
          {"device", stage.device == LADDER_ON_CUDA ? "cuda" : "host"},
          {"owns_time_loop", stage.owns_time_loop != 0},
          {"file", entry.file},
          {"flags", entry.flags},
          {"hash", entry.hash}};
}

// One list a quantity, all of the same length: a sample is the values at the same place of each.
Json samples_json(const Point &point) {
  Json wall = Json::array(), round = Json::array(), slowed = Json::array(), user = Json::array(),
       system = Json::array();
  for (const Sample &sample : point.samples) {
    wall.push_back(sample.wall_ns);
    round.push_back(sample.round);
    slowed.push_back(sample.slowed);
    user.push_back(sample.user_s);
    system.push_back(sample.system_s);
  }
  return {
      {"wall_ns", wall}, {"round", round}, {"slowed", slowed}, {"user_s", user}, {"sys_s", system}};
}

Json work_json(const Case &c, const ladder_stage &stage, int shots) {
  const double updates = double(c.cells()) * c.steps * shots;
  return {
      {"shots", shots},
      {"point_updates", updates},
      {"bytes", stage.bytes_per_point * updates},
      {"operations", (stage.operations_per_point + stage.operations_per_tap * c.taps()) * updates}};
}

Json proof_json(const Point &point) {
  if (point.windows.windows.empty()) return {{"kind", "whole"}, {"proven_runs", point.proven}};
  std::size_t blocks = 0;
  int every_cell = 0;
  for (const ProofWindow &window : point.windows.windows) {
    if (window.every_cell) every_cell = window.steps;
    if (!window.every_cell) blocks += window.blocks.size();
  }
  return {{"kind", "samples"},
          {"proven_runs", point.proven},
          {"blocks", blocks},
          {"steps_of_a_block", point.windows.piece},
          {"steps_of_every_cell", every_cell}};
}

Json gpu_state_json(const GpuState &state) {
  return {{"sm_clock_mhz", state.sm_clock_mhz},
          {"memory_clock_mhz", state.memory_clock_mhz},
          {"temperature_c", state.temperature_c},
          {"power_w", state.power_w},
          {"throttle_reasons", state.throttle_reasons}};
}

}  // namespace

Json environment_json(const Environment &e) {
  Json gpu = nullptr;
  if (e.gpu)
    gpu = {{"name", e.gpu->name},
           {"uuid", e.gpu->uuid},
           {"driver", e.gpu->driver},
           {"compute_capability", fmt::format("{}.{}", e.gpu->compute_major, e.gpu->compute_minor)},
           {"multiprocessors", e.gpu->multiprocessors},
           {"memory_bytes", e.gpu->memory_bytes},
           {"l2_bytes", e.gpu->l2_bytes},
           {"sm_clock_most_mhz", e.gpu->sm_clock_most_mhz},
           {"ecc", e.gpu->ecc ? Json(*e.gpu->ecc) : Json(nullptr)},
           {"other_processes", e.gpu->other_processes},
           {"before", gpu_state_json(e.gpu->state)}};
  return {{"os", e.os},
          {"cpu", e.cpu},
          {"cores", e.cores},
          {"affinity", e.affinity},
          {"governor", e.governor},
          {"load", e.load},
          {"openmp", e.openmp},
          {"memory_bytes", e.memory_bytes},
          {"gpu", gpu},
          {"cuda_driver", e.cuda_driver},
          {"cuda_runtime", e.cuda_runtime},
          {"cupti", e.cupti},
          {"build",
           {{"commit", e.build.commit},
            {"program", hash_of_program()},
            {"fortran", e.build.fortran},
            {"c", e.build.c},
            {"cxx", e.build.cxx},
            {"cuda", e.build.cuda}}}};
}

Json point_json(const Case &c, const Choice &choice, bool cold) {
  return {{"stage", stage_json(choice.entry)},
          {"case", c.json()},
          {"launch", {{"asked", knobs_of(*choice.entry.stage, choice.launch)}}},
          {"cache", cold ? "cold" : "warm"}};
}

Json summary_json(const std::vector<double> &wall_s, const std::string &stopped_by,
                  const Json &warm_up_ns) {
  const auto interval = median_interval(wall_s);
  const auto ns = [](double seconds) { return Json(std::llround(1e9 * seconds)); };
  return {{"median_ns", ns(median(wall_s))},
          {"low_ns", interval ? ns(interval->low) : Json(nullptr)},
          {"high_ns", interval ? ns(interval->high) : Json(nullptr)},
          {"confidence", usual_confidence},
          {"stopped_by", stopped_by},
          {"warm_up_ns", warm_up_ns},
          {"without_transfers_ns", nullptr}};
}

Json make_record(const Case &c, const Measured &measured, const Environment &environment,
                 const EnvironmentAfter &after, const std::string &session) {
  const Point &point = measured.point;
  const ladder_stage &stage = *point.entry.stage;
  Json json = {
      {"schema", record_schema},  {"time", utc_now()},  {"session", session},
      {"problem", stage.problem}, {"ladder", c.ladder},
  };
  json.update(point_json(c, {point.entry, point.launch}, measured.cold));
  json["launch"]["used"] = knobs_of(stage, point.used);
  json["isolated"] = measured.isolated;
  json["samples"] = samples_json(point);
  json["canary"] = canary_json(point.canary);
  json["summary"] = summary_json(point.wall_s(), point.stopped_by, point.warm_up_ns);
  json["setup_ns"] = point.setup_ns;
  json["work"] = work_json(c, stage, shots_of(point.entry, point.used));
  json["floor"] = nullptr;
  if (measured.floor)
    json["floor"] = {{"ns", std::llround(1e9 * measured.floor->seconds)},
                     {"words", measured.floor->words},
                     {"plausible", !measured.faster_than_physics()},
                     {"speeds", speeds_json(speeds_of_session(false))}};
  json["traced"] = measured.trace.traced ? traced_json(*measured.trace.traced) : Json(nullptr);
  if (!measured.trace.traced)
    json["why_not_traced"] = measured.trace.why_not;
  else if (transfers_known(measured.trace.traced->ratio, stage.device == LADDER_ON_HOST))
    json["summary"]["without_transfers_ns"] = std::llround(without_transfers_ns(json));
  const bool right = measured.right();
  json["proof"] = proof_json(point);
  json["timed_steps"] = point.timed(c).steps;
  json["verdict"] = {{"status", words_of(status_of(measured)).name},
                     {"passed", right},
                     {"error", point.verdict.error},
                     {"limit", point.verdict.limit},
                     {"words", measured.defect()}};
  if (!point.verdict.details.is_null()) json["verdict"]["details"] = point.verdict.details;
  if (point.entry.plugin) json["verdict"]["helpers_counted"] = point.helpers_counted;
  json["environment"] = environment_json(environment);
  json["environment"]["after"] = {{"load", after.load},
                                  {"gpu", after.gpu ? gpu_state_json(*after.gpu) : Json(nullptr)}};
  return json;
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string new_session() {
  return fmt::format("{:%Y%m%dT%H%M%S}-{}", fmt::gmtime(std::time(nullptr)), getpid());
}

}  // namespace ladder
