#include "harness/records/record.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>

namespace ladder {
namespace {

constexpr int schema = 1;

Json stage_json(const StageEntry &entry) {
  const ladder_stage &stage = *entry.stage;
  return {{"name", stage.name},
          {"parent", stage.parent ? Json(stage.parent) : Json(nullptr)},
          {"change", stage.change},
          {"expectation", stage.expectation},
          {"device", stage.device == LADDER_ON_CUDA ? "cuda" : "host"},
          {"file", entry.file},
          {"flags", entry.flags},
          {"hash", entry.hash}};
}

Json case_json(const Case &c) {
  return {{"name", c.name},
          {"hash", c.hash},
          {"model", c.model},
          {"nz", c.nz},
          {"nx", c.nx},
          {"ny", c.ny},
          {"dz_m", c.dz},
          {"dx_m", c.dx},
          {"dy_m", c.dy},
          {"dt_s", c.dt},
          {"steps", c.steps},
          {"operator", c.operator_family},
          {"half_length", c.half_length},
          {"sources", c.source_cells.size()},
          {"receivers", c.receiver_cells.size()}};
}

Json knobs_json(const AskedKnobs &knobs) {
  Json json = Json::object();
  for (const auto &[name, values] : knobs) json[name] = values;
  return json;
}

Json scopes_json(const Scopes &scopes) {
  Json json = Json::object();
  for (std::size_t i = 0; i < scope_names.size(); ++i) json[scope_names[i]] = scopes.ns[i];
  return json;
}

Json traced_json(const Traced &traced) {
  Json rows = Json::array();
  for (const ProfileRow &row : traced.profile) {
    Json json = {{"name", row.name},
                 {"calls", row.calls},
                 {"total_ns", row.total_ns},
                 {"least_ns", row.least_ns},
                 {"most_ns", row.most_ns}};
    if (row.block[0] > 0) {
      json["block"] = row.block;
      json["grid"] = row.grid;
    }
    if (row.bytes > 0) json["bytes"] = row.bytes;
    rows.push_back(json);
  }
  return {{"wall_ns", traced.scopes.wall_ns},
          {"scopes_ns", scopes_json(traced.scopes)},
          {"overlap_ns", traced.scopes.overlap_ns},
          {"launch_confirmed", traced.launch_defect.empty()},
          {"profile", rows}};
}

Json work_json(const Case &c, const ladder_stage &stage) {
  const double taps = double(c.axes()) * (2 * c.half_length + 1);
  return {{"point_updates", double(c.cells()) * c.steps},
          {"bytes", stage.bytes_per_point * double(c.cells()) * c.steps},
          {"operations", (stage.operations_per_point + stage.operations_per_tap * taps) *
                             double(c.cells()) * c.steps}};
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
           {"sm_clock_mhz", e.gpu->sm_clock_mhz},
           {"sm_clock_most_mhz", e.gpu->sm_clock_most_mhz},
           {"memory_clock_mhz", e.gpu->memory_clock_mhz},
           {"temperature_c", e.gpu->temperature_c},
           {"power_w", e.gpu->power_w},
           {"ecc", e.gpu->ecc ? Json(*e.gpu->ecc) : Json(nullptr)},
           {"throttle_reasons", e.gpu->throttle_reasons}};
  return {{"os", e.os},
          {"cpu", e.cpu},
          {"cores", e.cores},
          {"affinity", e.affinity},
          {"governor", e.governor},
          {"load", e.load},
          {"memory_bytes", e.memory_bytes},
          {"gpu", gpu},
          {"cuda_driver", e.cuda_driver},
          {"cuda_runtime", e.cuda_runtime},
          {"cupti", e.cupti},
          {"build",
           {{"commit", e.build.commit},
            {"fortran", e.build.fortran},
            {"c", e.build.c},
            {"cxx", e.build.cxx},
            {"cuda", e.build.cuda}}}};
}

Json make_record(const Case &c, const Measured &measured, const Environment &environment,
                 const std::string &session) {
  const Point &point = measured.point;
  const ladder_stage &stage = *point.entry.stage;
  Json json = {
      {"schema", schema},
      {"time", utc_now()},
      {"session", session},
      {"problem", stage.problem},
      {"stage", stage_json(point.entry)},
      {"case", case_json(c)},
      {"launch",
       {{"asked", knobs_json(knobs_of(stage, point.launch))},
        {"used", knobs_json(knobs_of(stage, point.used))}}},
      {"wall_ns", point.wall_ns},
      {"setup_ns", point.setup_ns},
      {"rusage", {{"real_s", point.real_s}, {"user_s", point.user_s}, {"sys_s", point.system_s}}},
      {"work", work_json(c, stage)}};
  if (measured.traced) {
    json["traced"] = traced_json(*measured.traced);
  } else {
    json["traced"] = nullptr;
    json["why_not_traced"] = measured.why_not_traced;
  }
  json["verdict"] = {{"passed", point.verdict.passed},
                     {"error", point.verdict.error},
                     {"limit", point.verdict.limit},
                     {"words", point.verdict.words}};
  json["environment"] = environment_json(environment);
  return json;
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string new_session() {
  return fmt::format("{:%Y%m%dT%H%M%S}-{}", fmt::gmtime(std::time(nullptr)), getpid());
}

}  // namespace ladder
