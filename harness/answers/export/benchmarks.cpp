// The JSON that Google Benchmark writes: every sample is a repetition. Read by compare.py and many
// services.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "harness/answers/export/formats.h"

namespace ladder {
namespace {

// "2026-11-21T04:08:17Z" as Google Benchmark writes it.
std::string date(std::string time) {
  if (time.ends_with("Z")) time.replace(time.size() - 1, 1, "+00:00");
  return time;
}

Json context(const std::vector<Json> &records) {
  Json json = {{"date", ""},
               {"host_name", ""},  // records hold no host names
               {"executable", "ladder"},
               {"num_cpus", 0},
               {"mhz_per_cpu", 0},  // not known
               {"cpu_scaling_enabled", false},
               {"caches", Json::array()},
               {"load_avg", Json::array()},
               {"library_version", ""},
               {"library_build_type", "release"},
               {"json_schema_version", 1}};
  if (records.empty()) return json;
  const Json &environment = records.front().at("environment");
  const std::string governor = environment.at("governor");
  json["date"] = date(records.front().at("time"));
  json["num_cpus"] = environment.at("cores");
  json["cpu_scaling_enabled"] = !governor.empty() && governor != "performance";
  json["load_avg"] = Json::array({environment.at("load")});
  json["library_version"] = environment.at("build").at("commit");
  return json;
}

// What does not differ between the repetitions; the family is the stage on its case, the instance
// its launch.
struct Place {
  std::size_t family, instance;
};

Json entry(const Json &record, Place place, std::size_t repetitions, std::size_t index) {
  const std::string name = benchmark_name(record);
  return {{"name", name},
          {"family_index", place.family},
          {"per_family_instance_index", place.instance},
          {"run_name", name},
          {"run_type", "iteration"},
          {"repetitions", repetitions},
          {"repetition_index", index},
          {"threads", 1}};
}

double value_or_zero(const std::vector<double> &values, std::size_t i) {
  return i < values.size() && std::isfinite(values[i]) ? values[i] : 0;
}

void add_entries(Json &entries, const Json &record, Place place) {
  const Json &samples = record.at("samples");
  const auto wall = numbers(samples.at("wall_ns"));
  const auto user = numbers(samples.at("user_s")), sys = numbers(samples.at("sys_s"));
  const bool right = has_time(record);
  const std::size_t repetitions = std::max<std::size_t>(1, wall.size());
  for (std::size_t i = 0; i < repetitions; ++i) {
    Json json = entry(record, place, repetitions, i);
    if (!right || !std::isfinite(wall[i])) {  // as Google Benchmark itself does: zeros for times
      const std::string why = failure(record);
      json["error_occurred"] = true;
      json["error_message"] = why.empty() ? "not measured" : why;
    }
    const bool time = !json.contains("error_occurred");
    json["iterations"] = time ? 1 : 0;
    json["real_time"] = time ? wall[i] : 0.0;
    json["cpu_time"] = time ? 1e9 * (value_or_zero(user, i) + value_or_zero(sys, i)) : 0.0;
    json["time_unit"] = "ns";
    if (time) json["items_per_second"] = points_per_second(record, wall[i]);
    json["label"] = machine(record);
    entries.push_back(json);
  }
}

}  // namespace

std::string as_google_benchmark(const std::vector<Json> &records) {
  Json entries = Json::array();
  std::map<std::string, std::size_t> families;   // by stage and case
  std::map<std::size_t, std::size_t> instances;  // how many a family has
  for (const Json &record : records) {
    const std::string stage = record.at("stage").at("name"), on = record.at("case").at("name");
    const auto family = families.emplace(on + "/" + stage, families.size()).first->second;
    add_entries(entries, record, {family, instances[family]++});
  }
  return json_text({{"context", context(records)}, {"benchmarks", entries}});
}

// The CSV that Google Benchmark writes: a line an entry of its JSON, with the columns that it has.

namespace {

// Text is quoted, numbers are not; what an entry lacks is empty.
std::string benchmark_cell(const Json &entry, const char *column) {
  if (!entry.contains(column)) return "";
  const Json &value = entry.at(column);
  if (!value.is_string()) return value.dump();
  std::string text = "\"";
  for (const char c : clean_text(value.get<std::string>()))
    text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::string as_google_benchmark_csv(const std::vector<Json> &records) {
  std::string text =
      "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,"
      "error_occurred,error_message\n";
  const Json whole = Json::parse(as_google_benchmark(records));
  for (const Json &entry : whole.at("benchmarks")) {
    text += benchmark_cell(entry, "name");
    for (const char *column :
         {"iterations", "real_time", "cpu_time", "time_unit", "bytes_per_second",
          "items_per_second", "label", "error_occurred", "error_message"})
      text += "," + benchmark_cell(entry, column);
    text += "\n";
  }
  return text;
}

// The array that github-action-benchmark takes with `tool: customSmallerIsBetter`: a median a
// record.

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
