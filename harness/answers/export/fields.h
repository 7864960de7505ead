// What the formats take from a record (schema 2), so that all of them name and judge it alike.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/answers/records/result.h"

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

}  // namespace ladder
