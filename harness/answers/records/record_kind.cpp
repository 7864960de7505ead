#include "harness/answers/records/record_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "harness/base/error.h"

namespace ladder {

const RecordKind records_of_runs = {
    "records of ladder", "{\"schema\":", {"schema", "stage", "case", "samples"}};
const RecordKind records_of_places = {
    "records of `ladder locate`", "{\"model\":", {"model", "case", "gather", "relative_energy"}};

namespace {

bool is_record(const std::string &line, const RecordKind &kind) {
  if (!line.starts_with('{')) return false;
  constexpr int most_depth = 32;  // deeper than any record; more might exhaust the stack
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

}  // namespace ladder
