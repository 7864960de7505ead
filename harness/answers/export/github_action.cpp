// The array that github-action-benchmark takes with `tool: customSmallerIsBetter`: a median a
// record.
#include <fmt/format.h>

#include <algorithm>

#include "harness/answers/export/fields.h"
#include "harness/answers/export/formats.h"

namespace ladder {

std::string as_github_action(const std::vector<Json> &records) {
  Json array = Json::array();
  for (const Json &record : records) {
    if (!has_time(record)) continue;
    const double median = median_ns(record);
    Json json = {{"name", benchmark_name(record)}, {"unit", "ns"}, {"value", median}};
    // The interval need not lie evenly around the median: its longer side.
    if (const auto interval = interval_ns(record))
      json["range"] = fmt::format(
          "± {}", number_text(std::max(median - interval->first, interval->second - median)));
    json["extra"] = fmt::format(
        "stage {}\ncommit {}\nmachine {}", record.at("stage").at("hash").get<std::string>(),
        record.at("environment").at("build").at("commit").get<std::string>(), machine(record));
    array.push_back(json);
  }
  return json_text(array);
}

}  // namespace ladder
