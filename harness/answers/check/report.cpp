#include <fmt/format.h>

#include "harness/answers/check/decision.h"
#include "harness/answers/export/formats.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/hash.h"
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

std::string instructions_text(const Finding &one) {
  return one.instructions ? fmt::format("{:+.1f} %", 100 * (*one.instructions - 1)) : "";
}

// The reason, what it rests on, the sources, and why instructions are missing.
std::string why_of(const Finding &one) {
  std::string words = one.words;
  if (!one.rests_on.empty() && (one.instructions || !one.not_counted.empty()))
    words += fmt::format("; by {}", one.rests_on == "wall" ? "wall time" : one.rests_on);
  if (!one.hash_before.empty())
    words += fmt::format("; source {} then, {} now", one.hash_before, one.hash_after);
  if (!one.not_counted.empty()) words += "; no instructions: " + one.not_counted;
  return words;
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

// Nothing in it ends the cell or is taken for HTML.
std::string markdown_cell(const std::string &text) {
  std::string cell;
  for (const char one : text) {
    if (one == '|' || one == '\\') cell += '\\';
    cell += one == '<' ? "&lt;" : std::string(1, one);
  }
  return cell;
}

// Of workflow commands: https://docs.github.com/actions, "Workflow commands".
std::string escaped_for_github(const std::string &text, bool property) {
  std::string out;
  for (const char c : text)
    if (c == '%' || c == '\n' || c == '\r' || (property && (c == ':' || c == ',')))
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      out += c;
  return out;
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
               {"instructions", right},
               {"verdict"},
               {"why"}});
  for (const Finding &one : findings)
    table.row({one.point, one.metric, value_text(one, one.before), value_text(one, one.after),
               change_of(one), noise_text(one), instructions_text(one), outcome_name(one.outcome),
               why_of(one)});
  return table.text();
}

std::string findings_markdown(const std::vector<Finding> &findings, const std::string &title,
                              const std::string &against) {
  std::string out = fmt::format(
      "### {}\n\n{}| point | metric | before | now | change (95 % interval) | against itself | "
      "instructions | verdict |\n|---|---|--:|--:|---|---|--:|---|\n",
      title, against.empty() ? "" : markdown_cell(against) + "\n\n");
  for (const Finding &one : findings)
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {}: {} |\n", markdown_cell(one.point),
                       one.metric, value_text(one, one.before), value_text(one, one.after),
                       change_of(one), noise_text(one), instructions_text(one),
                       outcome_name(one.outcome), markdown_cell(why_of(one)));
  return out;
}

std::string findings_of_github(const std::vector<Finding> &findings) {
  std::string out;
  for (const Finding &one : findings)
    if (one.outcome != Exit::ok)
      out += fmt::format(
          "::{} file={},line={},title={}::{} {}\n",
          one.outcome == Exit::inconclusive ? "warning" : "error",
          escaped_for_github(one.file, true), one.line,
          escaped_for_github(fmt::format("ladder check: {}", outcome_name(one.outcome)), true),
          escaped_for_github(one.point + ":", false),
          escaped_for_github(change_of(one) + " " + why_of(one), false));
  return out;
}

std::string findings_of_gitlab(const std::vector<Finding> &findings) {
  Json all = Json::array();
  for (const Finding &one : findings) {
    if (one.outcome == Exit::ok) continue;
    const std::string identity = one.point + one.metric;
    all.push_back({{"description", fmt::format("{}: {} {} {}", one.point, outcome_name(one.outcome),
                                               change_of(one), why_of(one))},
                   {"check_name", "ladder check"},
                   {"fingerprint", hash_of_all(identity)},
                   {"severity", one.outcome == Exit::inconclusive ? "info" : "major"},
                   {"location", {{"path", one.file}, {"lines", {{"begin", one.line}}}}}});
  }
  return all.dump(2) + "\n";
}

std::string findings_junit(const std::vector<Finding> &findings) {
  JunitSuite suite{"ladder check", "", {}, {}};
  for (const Finding &one : findings) {
    JunitCase test;
    test.name = one.point;
    test.classname = "ladder.check." + one.metric;
    test.outcome = outcome_in_a_ci(one.outcome);
    const std::string change = change_of(one).empty() ? "" : change_of(one) + ": ";
    test.message = change + why_of(one);
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
                   {"noise", one.noise.samples > 0 ? ratio_json(one.noise) : Json()},
                   {"instructions", one.instructions ? Json(*one.instructions) : Json()},
                   {"not_counted", one.not_counted},
                   {"rests_on", one.rests_on.empty() ? Json() : Json(one.rests_on)},
                   {"hash", {{"before", one.hash_before}, {"after", one.hash_after}}}});
    if (!one.machine) continue;
    all.back()["machine"] = Json::object();
    for (const auto &[part, moved] : one.machine->parts)
      all.back()["machine"][part] = ratio_json(moved);
  }
  return all;
}

}  // namespace ladder
