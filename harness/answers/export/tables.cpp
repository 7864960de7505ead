// Records as tables of text. First comma-separated values after RFC 4180: a header, then a line a
// sample. A record without a time to show has one line, whose cells of the sample are empty.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/answers/export/formats.h"
#include "harness/answers/ladders.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/table.h"
#include "harness/bench/trace/disturbance.h"

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

// A table in GitHub's Markdown, a row a record. Only a run whose verdict is right has a time.

namespace {

// Signs that Markdown or HTML would take for their own, and line ends, which would end the row.
std::string plain(const std::string &text) {
  std::string out;
  for (const char c : clean_text(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '\n' || c == '\r' || c == '\t')
      out += ' ';
    else {
      if (std::string_view("\\|*_`[]~").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string time_text(double ns) { return seconds_text(1e-9 * ns); }

// Of each record relative to the original that was measured together with it; 0 where there is
// none.
std::vector<double> speedups(const std::vector<Json> &records) {
  std::vector<double> all(records.size(), 0);
  for (auto places : measured_together(records)) {
    std::erase_if(places, [&](std::size_t i) { return !has_time(records[i]); });
    std::vector<Json> group;
    for (const std::size_t i : places) group.push_back(records[i]);
    const auto answers = stage_answers(group);
    for (std::size_t k = 0; k < places.size(); ++k) all[places[k]] = answers[k].speedup;
  }
  return all;
}

std::string kernel_share(const Json &record) {
  const Json &traced = record.at("traced");
  if (traced.is_null()) return "";
  const double share = number(traced.at("scopes_ns"), "kernel") / number(traced, "wall_ns");
  if (!std::isfinite(share)) return "";
  return fmt::format("{:.1f}{}", 100 * share,
                     disturbed(traced_ratio(record)) ? " (disturbed)" : "");
}

// Median, interval, vs fortran, kernel %, verdict.
std::vector<std::string> judged(const Json &record, double speedup) {
  const std::string why = failure(record);
  if (!why.empty()) return {"", "", "", "", "FAILED: " + plain(why)};
  if (!has_time(record)) return {"", "", "", "", "not measured"};
  const double median = median_ns(record);
  const auto interval = interval_ns(record);
  return {time_text(median),
          interval ? time_text(interval->first) + " to " + time_text(interval->second) : "",
          speedup > 0 ? fmt::format("{:.2f}x", speedup) : "", kernel_share(record), "right"};
}

}  // namespace

std::string as_markdown(const std::vector<Json> &records) {
  std::string text =
      "| stage | launch | case | median | interval | vs fortran | kernel % | verdict |\n"
      "|---|---|---|--:|--:|--:|--:|---|\n";
  const std::vector<double> relative = speedups(records);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Json &record = records[i];
    const std::string on = record.at("case").at("name");
    std::vector<std::string> cells = {
        plain(record.at("stage").at("name")), plain(launch_text(record, " ")),
        plain(record.at("cache") == "cold" ? on + ", cold cache" : on)};
    for (const std::string &cell : judged(record, relative[i])) cells.push_back(cell);
    text += fmt::format("| {} |\n", fmt::join(cells, " | "));
  }
  return text;
}

// As JUnit XML: is each stage right? A suite a session, a test case a record, and no times.
namespace {

JunitCase test_case(const Json &record) {
  JunitCase one;
  one.name = benchmark_name(record);
  one.classname = fmt::format("{}.{}", record.at("problem").get<std::string>(),
                              record.at("case").at("name").get<std::string>());
  one.file = record.at("stage").at("file");
  one.message = failure(record);
  if (one.message.empty()) return one;
  const Json &verdict = record.at("verdict");
  one.outcome = JunitCase::failure;
  one.type = "verdict";
  one.text = fmt::format("error {}, limit {}", number(verdict, "error"), number(verdict, "limit"));
  return one;
}

// Of a session, which ran on one machine.
JunitSuite suite(const Json &first) {
  const Json &environment = first.at("environment");
  JunitSuite one{first.at("session"), first.at("time"), {}, {}};
  one.properties = {{"os", environment.at("os")}, {"cpu", environment.at("cpu")}};
  if (!environment.at("gpu").is_null())
    one.properties.emplace_back("gpu", environment.at("gpu").at("name"));
  one.properties.emplace_back("commit", environment.at("build").at("commit"));
  return one;
}

}  // namespace

std::string as_junit(const std::vector<Json> &records) {
  std::vector<JunitSuite> sessions;
  for (const Json &record : records) {
    auto session = std::find_if(sessions.begin(), sessions.end(), [&](const JunitSuite &known) {
      return known.name == record.at("session").get<std::string>();
    });
    if (session == sessions.end()) session = sessions.insert(session, suite(record));
    session->cases.push_back(test_case(record));
  }
  return junit_text("ladder", sessions);
}

}  // namespace ladder
