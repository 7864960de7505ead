#include "harness/answers/records/traced_ratio.h"

#include <fmt/format.h>

#include "harness/bench/trace/disturbance.h"

namespace ladder {

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
