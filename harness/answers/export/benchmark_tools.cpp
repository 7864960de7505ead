// The array that github-action-benchmark takes with `tool: customSmallerIsBetter`: a median a
// record.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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

// Bencher Metric Format: latency [ns] and throughput [point updates/s] of each benchmark, with its
// interval.

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

// The JSON of `hyperfine --export-json`, in seconds: a result a record, all its samples in `times`.

namespace {

double mean(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// With n - 1, as hyperfine has it; null with one sample.
Json standard_deviation(const std::vector<double> &values) {
  if (values.size() < 2) return nullptr;
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Json parameters(const Json &record) {
  Json json = Json::object();
  for (const auto &[knob, values] : record.at("launch").at("used").items())
    json[knob] = fmt::format("{}", fmt::join(values.get<std::vector<int>>(), "x"));
  return json;
}

}  // namespace

std::string as_hyperfine(const std::vector<Json> &records) {
  Json results = Json::array();
  for (const Json &record : records) {
    if (!has_time(record)) continue;
    const Json &samples = record.at("samples");
    std::vector<double> times = numbers(samples.at("wall_ns"));
    for (double &time : times) time *= 1e-9;
    Json json = {{"command", benchmark_name(record)},
                 {"mean", mean(times)},
                 {"stddev", standard_deviation(times)},
                 {"median", 1e-9 * median_ns(record)},
                 {"user", mean(numbers(samples.at("user_s")))},
                 {"system", mean(numbers(samples.at("sys_s")))},
                 {"min", *std::min_element(times.begin(), times.end())},
                 {"max", *std::max_element(times.begin(), times.end())},
                 {"times", times},
                 {"exit_codes", std::vector<int>(times.size(), 0)}};
    const Json knobs = parameters(record);
    if (!knobs.empty()) json["parameters"] = knobs;
    results.push_back(json);
  }
  return json_text({{"results", results}});
}

}  // namespace ladder
