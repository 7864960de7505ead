// A table in GitHub's Markdown, a row a record. A time stands only beside a verdict that is right.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "harness/base/table.h"
#include "harness/export/fields.h"
#include "harness/export/formats.h"
#include "harness/export/text.h"
#include "harness/records/traced_ratio.h"
#include "harness/trace/disturbance.h"

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

// The original's median [ns] in the same session, on the same case and cache; NaN without one.
double original_ns(const std::vector<Json> &records, const Json &record) {
  for (const Json &other : records)
    if (other.at("stage").at("parent").is_null() && has_time(other) &&
        other.at("session") == record.at("session") &&
        other.at("problem") == record.at("problem") && other.at("cache") == record.at("cache") &&
        other.at("case").at("hash") == record.at("case").at("hash"))
      return median_ns(other);
  return std::nan("");
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
std::vector<std::string> judged(const std::vector<Json> &records, const Json &record) {
  const std::string why = failure(record);
  if (!why.empty()) return {"", "", "", "", "FAILED: " + plain(why)};
  if (!has_time(record)) return {"", "", "", "", "not measured"};
  const double median = median_ns(record);
  const auto interval = interval_ns(record);
  const double ratio = original_ns(records, record) / median;
  return {time_text(median),
          interval ? time_text(interval->first) + " to " + time_text(interval->second) : "",
          std::isfinite(ratio) ? fmt::format("{:.2f}x", ratio) : "", kernel_share(record), "right"};
}

}  // namespace

std::string as_markdown(const std::vector<Json> &records) {
  std::string text =
      "| stage | launch | case | median | interval | vs fortran | kernel % | verdict |\n"
      "|---|---|---|--:|--:|--:|--:|---|\n";
  for (const Json &record : records) {
    const std::string on = record.at("case").at("name");
    std::vector<std::string> cells = {
        plain(record.at("stage").at("name")), plain(launch_text(record, " ")),
        plain(record.at("cache") == "cold" ? on + ", cold cache" : on)};
    for (const std::string &cell : judged(records, record)) cells.push_back(cell);
    text += fmt::format("| {} |\n", fmt::join(cells, " | "));
  }
  return text;
}

}  // namespace ladder
