#include <fmt/format.h>

#include <algorithm>

#include "harness/answers/records/read_records.h"
#include "harness/bench/trace/disturbance.h"

namespace ladder {

std::string failure(const Json &record) {
  const Json &verdict = record.at("verdict");
  if (verdict.is_null()) return "there is no verdict";
  if (verdict.at("passed") != true) {
    const std::string words = verdict.value("words", "");
    return words.empty() ? "the result is wrong" : words;
  }
  const Json &traced = record.at("traced");
  if (!traced.is_null() && traced.at("launch_confirmed") != true)
    return "the trace does not show the requested launch";
  return "";
}

bool right(const Json &record) { return failure(record).empty(); }

double shots(const Json &record) {
  const Json &work = record.at("work");
  if (work.contains("shots")) return work.at("shots");
  const bool plugin = record.at("stage").at("file").get<std::string>().ends_with(".so");
  const Json &used = record.at("launch").at("used");
  return used.contains("shots") && !plugin ? used.at("shots").at(0).get<double>() : 1;
}

std::vector<double> sample_seconds(const Json &record) {
  std::vector<double> seconds;
  for (const double ns : record.at("samples").at("wall_ns")) seconds.push_back(1e-9 * ns);
  return seconds;
}

double shot_ns(const Json &record) {
  return record.at("summary").at("median_ns").get<double>() / shots(record);
}

double without_transfers_ns(const Json &record) {
  const Json &summary = record.at("summary"), &traced = record.at("traced");
  const double wall = summary.at("median_ns");
  if (traced.is_null()) return wall;
  if (summary.contains("without_transfers_ns") && !summary.at("without_transfers_ns").is_null())
    return summary.at("without_transfers_ns");
  const Json &scopes = traced.at("scopes_ns");
  const double traced_wall = traced.at("wall_ns");
  if (traced_wall <= 0) return wall;
  double transfers = 0;
  for (const char *scope : {"h2d", "d2h", "staging"}) transfers += scopes.at(scope).get<double>();
  return std::min(
      wall, std::max(wall * (1 - transfers / traced_wall), scopes.at("kernel").get<double>()));
}

double traced_ratio(const Json &record) {
  const Json &traced = record.at("traced"), &median_ns = record.at("summary").at("median_ns");
  if (traced.is_null() || median_ns.is_null()) return 0;
  if (traced.contains("ratio")) return traced.at("ratio");
  return ratio_of_traced(traced.at("wall_ns"), median_ns);
}

std::string disturbance(const Json &record) {
  const double ratio = traced_ratio(record);
  if (!disturbed(ratio)) return "";
  return fmt::format("the traced run of '{}' {}", record.at("stage").at("name").get<std::string>(),
                     disturbance_words(ratio));
}

}  // namespace ladder
