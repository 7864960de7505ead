// Comma-separated values after RFC 4180: a header, then a line a sample. A record without a time to
// show has one line, whose cells of the sample are empty.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/answers/export/fields.h"
#include "harness/answers/export/formats.h"

namespace ladder {
namespace {

using Cells = std::vector<std::string>;

struct Column {
  const char *title, *place;  // a JSON pointer into the record
};
const std::vector<Column> of_record = {{"session", "/session"},
                                       {"time", "/time"},
                                       {"problem", "/problem"},
                                       {"stage", "/stage/name"},
                                       {"parent", "/stage/parent"},
                                       {"device", "/stage/device"},
                                       {"stage_hash", "/stage/hash"},
                                       {"case", "/case/name"},
                                       {"case_hash", "/case/hash"},
                                       {"nz", "/case/nz"},
                                       {"nx", "/case/nx"},
                                       {"ny", "/case/ny"},
                                       {"steps", "/case/steps"},
                                       {"cache", "/cache"},
                                       {"isolated", "/isolated"},
                                       {"floor_ns", "/floor/ns"},
                                       {"plausible", "/floor/plausible"},
                                       {"error", "/verdict/error"},
                                       {"limit", "/verdict/limit"},
                                       {"cpu", "/environment/cpu"},
                                       {"gpu", "/environment/gpu/name"},
                                       {"commit", "/environment/build/commit"}};
const std::vector<const char *> of_sample = {"round", "slowed", "wall_ns", "user_s", "sys_s"};

Json at_or_null(const Json &json, const std::string &place) {
  const Json::json_pointer pointer(place);
  return json.contains(pointer) ? json.at(pointer) : Json();
}

std::string csv_quoted(const std::string &text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string cell(const Json &value) {
  if (value.is_null()) return "";
  if (value.is_string()) return csv_quoted(clean_text(value.get<std::string>()));
  return value.is_number_float() ? number_text(value.get<double>()) : value.dump();
}

std::string line(const Cells &cells) { return fmt::format("{}\r\n", fmt::join(cells, ",")); }

Cells cells_of_record(const Json &record) {
  const std::string why = failure(record);
  Cells cells = {cell(benchmark_name(record)), cell(launch_text(record, " ")),
                 why.empty() ? "true" : "false", cell(why)};
  for (const Column &column : of_record) cells.push_back(cell(at_or_null(record, column.place)));
  return cells;
}

}  // namespace

std::string as_csv(const std::vector<Json> &records) {
  Cells titles = {"name", "launch", "right", "words"};
  for (const Column &column : of_record) titles.push_back(column.title);
  titles.push_back("sample");
  titles.insert(titles.end(), of_sample.begin(), of_sample.end());
  titles.push_back("points_per_second");

  std::string text = line(titles);
  for (const Json &record : records) {
    const Cells shared = cells_of_record(record);
    if (!has_time(record)) {
      Cells cells = shared;
      cells.resize(titles.size());
      text += line(cells);
      continue;
    }
    const auto wall = numbers(record.at("samples").at("wall_ns"));
    for (std::size_t i = 0; i < wall.size(); ++i) {
      Cells cells = shared;
      cells.push_back(fmt::format("{}", i));
      for (const char *key : of_sample)
        cells.push_back(cell(at_or_null(record, fmt::format("/samples/{}/{}", key, i))));
      cells.push_back(number_text(points_per_second(record, wall[i])));
      text += line(cells);
    }
  }
  return text;
}

}  // namespace ladder
