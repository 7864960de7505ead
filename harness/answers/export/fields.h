// What the formats take from a record (schema 2), so that all of them name and judge it alike.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/answers/records/result.h"
#include "harness/base/json.h"

namespace ladder {

// "ladder/case:thesis/stage:smem/threads:128": case, stage, the launch that ran, "/cache:cold"
// where it was.
std::string benchmark_name(const Json &record);
// The launch that ran: "threads:128/block:16x16" with "/" between, empty for a stage without knobs.
std::string launch_text(const Json &record, const std::string &between);
std::string machine(const Json &record);  // the GPU of a CUDA stage, the CPU of a host stage

// Right, with at least one sample and a finite median: only then is there a time to show.
bool has_time(const Json &record);

std::vector<double> numbers(
    const Json &list);  // NaN for what is no number: null, or a missing list
double number(const Json &object, const char *key);                        // NaN likewise
double median_ns(const Json &record);                                      // NaN likewise
std::optional<std::pair<double, double>> interval_ns(const Json &record);  // low and high
double points_per_second(const Json &record, double wall_ns);

// The newest record of each benchmark name, in the order in which the names first occur. Throws
// Error (Exit::not_comparable) when records of one name are of different cases or machines.
std::vector<Json> newest_of_each_name(const std::vector<Json> &records);

// Bytes that are no UTF-8, control characters and what else XML 1.0 forbids become U+FFFD. Tab,
// newline and return stay.
std::string clean_text(const std::string &text);

// Indented, with a newline at the end; numbers that are not finite become null, bad UTF-8 U+FFFD.
std::string json_text(const Json &json);

// The shortest decimal that reads back as the same number; empty for NaN and infinity.
std::string number_text(double value);

}  // namespace ladder
