#include "harness/records/read_records.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "harness/error.h"
#include "harness/records/record.h"

namespace ladder {
namespace {

void check_schema(const std::string &path, int line, const Json &record) {
  const int schema = record.is_object() ? record.value("schema", 0) : 0;
  if (schema == record_schema) return;
  if (schema == 0)
    throw FileError(
        fmt::format("'{}', line {}: no record of ladder (it has no schema)", path, line));
  throw Error(
      Exit::not_comparable,
      fmt::format("schema differs: '{}', line {} is of schema {} and this program writes {}; "
                  "measure it again",
                  path, line, schema, record_schema));
}

// The fields that are read without asking whether they are there.
void check_fields(const std::string &path, int line, const Json &record) {
  for (const char *field :
       {"/stage/name", "/stage/hash", "/case/name", "/case/hash", "/launch/asked",
        "/samples/wall_ns", "/samples/round", "/summary/median_ns", "/verdict/passed",
        "/environment/build/commit", "/cache", "/session"})
    if (!record.contains(Json::json_pointer(field)))
      throw FileError(fmt::format("'{}', line {}: the field {} is missing", path, line, field));
}

}  // namespace

RecordsRead read_records_with_lines(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be read: {}", path, std::strerror(errno)));
  RecordsRead read;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty()) continue;
    const Json record = Json::parse(line, nullptr, false);
    if (record.is_discarded()) {
      if (!in.eof())  // its end of line is there: no crash cut this one short
        throw FileError(
            fmt::format("'{}', line {}: no JSON; repair or remove the line", path, number));
      read.broken_last = fmt::format("'{}', line {} was cut short: it is left out", path, number);
      break;
    }
    check_schema(path, number, record);
    check_fields(path, number, record);
    read.records.push_back(record);
    read.lines.push_back(number);
  }
  if (read.records.empty())
    throw FileError(fmt::format("'{}' holds no record{}", path,
                                read.broken_last.empty() ? "" : ": its only line was cut short"));
  return read;
}

std::vector<Json> read_records(const std::string &path) {
  RecordsRead read = read_records_with_lines(path);
  if (!read.broken_last.empty()) fmt::print(stderr, "{}\n", read.broken_last);
  return read.records;
}

std::string point_name(const Json &record) {
  const Json &c = record.at("case");
  return fmt::format("{} {} {} {} {}", c.at("name").get<std::string>(),
                     c.at("hash").get<std::string>(),
                     record.at("stage").at("name").get<std::string>(),
                     record.at("launch").at("asked").dump(), record.at("cache").get<std::string>());
}

std::string point_key(const Json &record) {
  return point_name(record) + " " + record.at("stage").at("hash").get<std::string>();
}

}  // namespace ladder
