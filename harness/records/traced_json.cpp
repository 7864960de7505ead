#include "harness/records/traced_json.h"

#include "harness/trace/steadiness.h"

namespace ladder {

Json traced_json(const Traced &traced) {
  Json scopes = Json::object(), rows = Json::array();
  for (std::size_t i = 0; i < scope_names.size(); ++i) scopes[scope_names[i]] = traced.scopes.ns[i];
  for (const ProfileRow &row : traced.profile) {
    Json json = {{"name", row.name},
                 {"calls", row.calls},
                 {"total_ns", row.total_ns},
                 {"least_ns", row.least_ns},
                 {"most_ns", row.most_ns}};
    if (row.block[0] > 0) {
      json["block"] = row.block;
      json["grid"] = row.grid;
      if (!row.one_block) json["one_block"] = false;
      if (!row.one_grid) json["one_grid"] = false;
    }
    if (row.bytes > 0) json["bytes"] = row.bytes;
    rows.push_back(json);
  }
  Json json = {{"wall_ns", traced.scopes.wall_ns},
               {"scopes_ns", scopes},
               {"overlap_ns", traced.scopes.overlap_ns},
               {"exposed_copy_ns", traced.scopes.exposed_copy_ns},
               {"launch_confirmed", traced.launch_defect.empty()},
               {"profile", rows}};
  if (traced.outlier_share > steady_share) json["outlier_share"] = traced.outlier_share;
  if (!traced.launch_defect.empty()) json["launch_defect"] = traced.launch_defect;
  return json;
}

Traced traced_of(const Json &json) {
  Traced traced;
  traced.scopes.wall_ns = json.at("wall_ns");
  traced.scopes.overlap_ns = json.at("overlap_ns");
  traced.scopes.exposed_copy_ns = json.value("exposed_copy_ns", std::int64_t{0});
  for (std::size_t i = 0; i < scope_names.size(); ++i)
    traced.scopes.ns[i] = json.at("scopes_ns").at(scope_names[i]);
  for (const Json &row : json.at("profile")) {
    ProfileRow one;
    one.name = row.at("name");
    one.calls = row.at("calls");
    one.total_ns = row.at("total_ns");
    one.least_ns = row.at("least_ns");
    one.most_ns = row.at("most_ns");
    one.block = row.value("block", one.block);
    one.grid = row.value("grid", one.grid);
    one.one_block = row.value("one_block", true);
    one.one_grid = row.value("one_grid", true);
    one.bytes = row.value("bytes", one.bytes);
    traced.profile.push_back(one);
  }
  traced.outlier_share = json.value("outlier_share", 0.0);
  traced.launch_defect = json.value("launch_defect", "");
  return traced;
}

}  // namespace ladder
