#include "harness/answers/check/report.h"

#include <fmt/format.h>

#include "harness/answers/export/junit.h"
#include "harness/answers/records/ratio_json.h"
#include "harness/base/table.h"

namespace ladder {
namespace {

std::string value_text(const Finding &one, double value) {
  if (value <= 0) return "";
  return one.metric == "wall" || one.metric == "kernel" ? seconds_text(value)
                                                        : fmt::format("{:.0f}", value);
}

bool is_measured(const Finding &one) { return one.before > 0 && one.after > 0; }

std::string drift_of(const Finding &one) {
  return is_measured(one) ? drift_text(one.change, one.after / one.before) : "";
}

std::string change_of(const Finding &one) {
  return is_measured(one) ? percent_text(one.change) + drift_of(one) : "";
}
std::string noise_text(const Finding &one) {
  return one.noise.samples > 0 ? percent_text(one.noise) : "";
}

JunitCase::Outcome outcome_in_a_ci(Exit outcome) {
  switch (outcome) {
    case Exit::ok:
      return JunitCase::passed;
    case Exit::slower:
    case Exit::wrong:
      return JunitCase::failure;
    case Exit::inconclusive:
      return JunitCase::skipped;
    default:
      return JunitCase::error;
  }
}

}  // namespace

std::string findings_table(const std::vector<Finding> &findings) {
  using enum Table::Align;
  Table table({{"point"},
               {"metric"},
               {"before", right},
               {"now", right},
               {"change (95 % interval)"},
               {"against itself"},
               {"verdict"},
               {"why"}});
  for (const Finding &one : findings)
    table.row({one.point, one.metric, value_text(one, one.before), value_text(one, one.after),
               change_of(one), noise_text(one), outcome_name(one.outcome), one.words});
  return table.text();
}

namespace {

// Nothing in it ends the cell or is taken for HTML.
std::string markdown_cell(const std::string &text) {
  std::string cell;
  for (const char one : text) {
    if (one == '|' || one == '\\') cell += '\\';
    cell += one == '<' ? "&lt;" : std::string(1, one);
  }
  return cell;
}

}  // namespace

std::string findings_markdown(const std::vector<Finding> &findings, const std::string &title) {
  std::string out = fmt::format(
      "### {}\n\n| point | metric | before | now | change (95 % interval) | against itself | "
      "verdict "
      "|\n|---|---|--:|--:|---|---|---|\n",
      title);
  for (const Finding &one : findings)
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {}: {} |\n", markdown_cell(one.point),
                       one.metric, value_text(one, one.before), value_text(one, one.after),
                       change_of(one), noise_text(one), outcome_name(one.outcome),
                       markdown_cell(one.words));
  return out;
}

std::string findings_junit(const std::vector<Finding> &findings) {
  JunitSuite suite{"ladder check", "", {}, {}};
  for (const Finding &one : findings) {
    JunitCase test;
    test.name = one.point;
    test.classname = "ladder.check." + one.metric;
    test.outcome = outcome_in_a_ci(one.outcome);
    const std::string change = change_of(one).empty() ? "" : change_of(one) + ": ";
    test.message = change + one.words;
    if (test.outcome == JunitCase::skipped)
      test.message = "inconclusive: " + test.message;
    else
      test.type = outcome_name(one.outcome);
    suite.cases.push_back(test);
  }
  return junit_text(suite.name, {suite});
}

Json findings_json(const std::vector<Finding> &findings) {
  Json all = Json::array();
  for (const Finding &one : findings) {
    all.push_back({{"point", one.point},
                   {"metric", one.metric},
                   {"verdict", outcome_name(one.outcome)},
                   {"words", one.words},
                   {"before", one.before > 0 ? Json(one.before) : Json()},
                   {"after", one.after > 0 ? Json(one.after) : Json()},
                   {"change", is_measured(one) ? ratio_json(one.change) : Json()},
                   {"drift", !drift_of(one).empty()},
                   {"noise", one.noise.samples > 0 ? ratio_json(one.noise) : Json()}});
    if (!one.machine) continue;
    all.back()["machine"] = Json::object();
    for (const auto &[part, moved] : one.machine->parts)
      all.back()["machine"][part] = ratio_json(moved);
  }
  return all;
}

}  // namespace ladder
