#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "harness/answers/records/comparable.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/error.h"
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

// Which combinations of a sweep a file already holds.

namespace {

[[noreturn]] void refuse(const std::string &path, int line, const std::string &difference) {
  throw Error(
      Exit::not_comparable,
      fmt::format("cannot resume from '{}': {} (line {} and now), so this point and those that "
                  "remain would not be comparable; choose another file with --output=FILE, or "
                  "measure all points again, without --resume",
                  path, difference, line));
}

// What the command line says of a point: two of them may still differ in what is behind the names.
std::string asked(const Json &point) {
  const Json &c = point.at("case");
  return Json({c.at("name"), point.at("stage").at("name"), point.at("launch").at("asked"),
               point.at("cache")})
      .dump();
}

// All that both say about the case except the hash: grid, time step, operator, ...
bool described_alike(const Json &before, const Json &now) {
  for (const auto &[field, value] : before.items())
    if (field != "hash" && now.contains(field) && now.at(field) != value) return false;
  return true;
}

std::string hash_difference(const std::string &field, const Json &before, const Json &now) {
  if (before.at("hash") == now.at("hash")) return "";
  return fmt::format("{} differs: {} and {}", field, before.at("hash").dump(),
                     now.at("hash").dump());
}

// That of the sweep which the record is of, or would be if nothing had changed since; null: of
// none.
const Json *point_of(const Json &record, const std::vector<const Json *> &points) {
  const Json *found = nullptr;
  for (const Json *point : points) {
    if (!described_alike(record.at("case"), point->at("case"))) continue;
    if (record.at("case").at("hash") == point->at("case").at("hash")) return point;
    if (!found) found = point;
  }
  return found;
}

// Why a record of a point of the sweep does not represent it.
std::string point_difference(const Json &record, const Json &point, const Json &environment) {
  const Json &before = record.at("environment");
  const std::string stage = point.at("stage").at("name").get<std::string>();
  for (const std::string &why :
       {machine_difference(before, environment), build_difference(before, environment),
        hash_difference("case.hash", record.at("case"), point.at("case")),
        hash_difference(fmt::format("stage.hash of '{}'", stage), record.at("stage"),
                        point.at("stage"))})
    if (!why.empty()) return why;
  return "";
}

}  // namespace

Finished finished_points(const std::string &path, const Json &environment,
                         const std::vector<Json> &points) {
  Finished finished;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored) || std::filesystem::file_size(path, ignored) == 0)
    return finished;
  std::map<std::string, std::vector<const Json *>> wanted;
  for (const Json &point : points) wanted[asked(point)].push_back(&point);
  const RecordsRead read = read_records_with_lines(path);
  for (std::size_t i = 0; i < read.records.size(); ++i) {
    const Json &record = read.records[i];
    const Json *point = point_of(record, wanted[asked(record)]);
    if (!point) {
      ++finished.others;
      continue;
    }
    if (const std::string why = point_difference(record, *point, environment); !why.empty())
      refuse(path, read.lines[i], why);
    const std::string stopped_by = record.at("summary").value("stopped_by", "");
    if (stopped_by != "killed" && stopped_by != "interrupted")
      finished.points.insert(point_key(record));
  }
  return finished;
}

}  // namespace ladder
