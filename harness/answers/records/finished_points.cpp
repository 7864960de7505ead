#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "harness/answers/records/comparable.h"
#include "harness/base/error.h"

namespace ladder {
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
