// A table in GitHub's Markdown, a row a record. Only a run whose verdict is right has a time.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "harness/answers/export/fields.h"
#include "harness/answers/export/formats.h"
#include "harness/answers/ladders.h"
#include "harness/answers/records/result.h"
#include "harness/base/table.h"
#include "harness/bench/trace/disturbance.h"

namespace ladder {
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

}  // namespace ladder
