#include "harness/answers/records/read_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "harness/answers/records/record_file.h"
#include "harness/base/error.h"
#include "harness/base/files.h"

namespace ladder {

const RecordKind records_of_runs = {
    "records of ladder", "{\"schema\":", {"schema", "stage", "case", "samples"}};
const RecordKind records_of_places = {
    "records of `ladder locate`", "{\"model\":", {"model", "case", "gather", "relative_energy"}};

namespace {

// Deeper than any record; without a limit a line of brackets alone would exhaust the stack of who
// copies it.
constexpr int most_depth = 32;

bool is_record(const std::string &line, const RecordKind &kind) {
  if (!line.starts_with('{')) return false;
  const auto limit = [](int depth, Json::parse_event_t, Json &) { return depth <= most_depth; };
  const Json json = Json::parse(line, limit, false);
  return json.is_object() && std::ranges::all_of(kind.fields, [&](const std::string &field) {
           return json.contains(field);
         });
}

bool is_begin_of_record(const std::string &line, const RecordKind &kind) {
  return line.starts_with(kind.opening) || kind.opening.starts_with(line);
}

}  // namespace

EndOfRecords look_at_records(const std::string &path, const RecordKind &kind) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be read: {}", path, std::strerror(errno)));
  EndOfRecords end;
  bool behind_records = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (is_record(line, kind)) {
      behind_records = true;
      end.lacks_end = in.eof();
      continue;
    }
    if (line.empty() && behind_records) continue;
    const bool cut_short = in.eof() && is_begin_of_record(line, kind) &&
                           (behind_records || line.starts_with(kind.opening));
    if (!cut_short)
      throw FileError(
          fmt::format("'{}' is not a file of {} (see line {}), so nothing was appended: choose "
                      "another with --output=FILE",
                      path, kind.name, number));
    end.broken = line;
  }
  return end;
}

bool is_file_of_records(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  std::string line;
  return in.peek() == '{' && std::getline(in, line) &&
         (is_record(line, records_of_runs) || is_record(line, records_of_places));
}

namespace {

void check_schema(const std::string &path, int line, const Json &record) {
  const auto found = record.is_object() ? record.find("schema") : record.end();
  const std::int64_t schema =
      found != record.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
  if (schema == record_schema) return;
  if (schema == 0)
    throw FileError(
        fmt::format("'{}', line {}: not a record of ladder (it has no schema)", path, line));
  throw Error(Exit::not_comparable, fmt::format("schema differs: '{}', line {} has schema {} and "
                                                "this program writes {}; measure it again",
                                                path, line, schema, record_schema));
}

bool is_list_of_numbers(const Json &value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json &one) { return one.is_number(); });
}

// The fields that are read without asking whether they are there, and of which kind.
void check_fields(const std::string &path, int line, const Json &record) {
  const auto check = [&](std::initializer_list<const char *> fields, auto is_right,
                         const char *kind) {
    for (const char *field : fields) {
      const Json::json_pointer pointer(field);
      if (!record.contains(pointer))
        throw FileError(fmt::format("'{}', line {}: the field {} is missing", path, line, field));
      if (!is_right(record.at(pointer)))
        throw FileError(
            fmt::format("'{}', line {}: the field {} is not a {}", path, line, field, kind));
    }
  };
  check(
      {"/stage/name", "/stage/hash", "/case/name", "/case/hash", "/environment/build/commit",
       "/cache", "/session"},
      [](const Json &value) { return value.is_string(); }, "text");
  check(
      {"/launch/asked"}, [](const Json &value) { return value.is_object(); }, "object");
  check({"/samples/wall_ns", "/samples/round"}, is_list_of_numbers, "list of numbers");
  // Null where nothing was measured.
  check(
      {"/summary/median_ns"},
      [](const Json &value) { return value.is_number() || value.is_null(); }, "number");
  check(
      {"/verdict/passed"}, [](const Json &value) { return value.is_boolean(); }, "true or false");
}

// Nothing: no JSON.
std::optional<Json> parse(const std::string &path, int line, const std::string &text) {
  const auto limit = [&](int depth, Json::parse_event_t, Json &) {
    if (depth > most_depth)
      throw FileError(fmt::format("'{}', line {}: nested more than {} deep, so it is not a record",
                                  path, line, most_depth));
    return true;
  };
  Json record = Json::parse(text, limit, false);
  if (record.is_discarded()) return std::nullopt;
  return record;
}

}  // namespace

RecordsRead read_records_with_lines(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw FileError(fmt::format(
        "'{0}' is a folder, not a file of records: name the files in it, as {0}/*.jsonl", path));
  refuse_named_pipe(path);
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be read: {}", path, std::strerror(errno)));
  note_input(path);
  RecordsRead read;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty()) continue;
    std::optional<Json> record = parse(path, number, line);
    if (!record) {
      if (!in.eof())  // its end of line is there: no crash cut this one short
        throw FileError(
            fmt::format("'{}', line {}: not valid JSON; repair or remove the line", path, number));
      read.broken_last = fmt::format("'{}', line {} is truncated and was left out", path, number);
      break;
    }
    check_schema(path, number, *record);
    check_fields(path, number, *record);
    read.records.push_back(std::move(*record));
    read.lines.push_back(number);
  }
  if (read.records.empty())
    throw FileError(fmt::format("'{}' holds no record{}", path,
                                read.broken_last.empty() ? "" : ": its only line is truncated"));
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
