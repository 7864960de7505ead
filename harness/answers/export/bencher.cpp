// Bencher Metric Format: latency [ns] and throughput [point updates/s] of each benchmark, with its
// interval.
#include "harness/answers/export/fields.h"
#include "harness/answers/export/formats.h"

namespace ladder {

std::string as_bencher(const std::vector<Json> &records) {
  Json benchmarks = Json::object();
  for (const Json &record : records) {
    if (!has_time(record)) continue;
    const double median = median_ns(record);
    Json latency = {{"value", median}};
    Json throughput = {{"value", points_per_second(record, median)}};
    if (const auto interval = interval_ns(record)) {
      latency["lower_value"] = interval->first;
      latency["upper_value"] = interval->second;
      throughput["lower_value"] = points_per_second(record, interval->second);
      throughput["upper_value"] = points_per_second(record, interval->first);
    }
    benchmarks[benchmark_name(record)] = {{"latency", latency}, {"throughput", throughput}};
  }
  return json_text(benchmarks);
}

}  // namespace ladder
