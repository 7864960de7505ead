// JUnit XML: is each stage right? A suite a session, a test case a record, and no times.
#include <fmt/format.h>

#include <algorithm>

#include "harness/output/fields.h"
#include "harness/output/formats.h"
#include "harness/output/text.h"

namespace ladder {
namespace {

std::string escaped(const Json &text) { return xml_text(text.get<std::string>()); }

std::string test_case(const Json &record) {
  const std::string opening =
      fmt::format(R"(    <testcase name="{}" classname="{}.{}" file="{}")",
                  xml_text(benchmark_name(record)), escaped(record.at("problem")),
                  escaped(record.at("case").at("name")), escaped(record.at("stage").at("file")));
  const std::string why = failure(record);
  if (why.empty()) return opening + "/>\n";
  const Json &verdict = record.at("verdict");
  return opening +
         fmt::format(
             ">\n      <failure message=\"{}\" type=\"verdict\">error {}, limit {}</failure>\n"
             "    </testcase>\n",
             xml_text(why), number(verdict, "error"), number(verdict, "limit"));
}

std::string property(const char *name, const std::string &value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, xml_text(value));
}

std::string counts(const std::vector<const Json *> &records) {
  return fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="0")", records.size(),
                     std::count_if(records.begin(), records.end(),
                                   [](const Json *record) { return !failure(*record).empty(); }));
}

// The records of one session, which ran on one machine.
std::string suite(const std::vector<const Json *> &records) {
  const Json &first = *records.front(), &environment = first.at("environment");
  std::string text =
      fmt::format("  <testsuite name=\"{}\" {} timestamp=\"{}\">\n    <properties>\n",
                  escaped(first.at("session")), counts(records), escaped(first.at("time")));
  text += property("os", environment.at("os")) + property("cpu", environment.at("cpu"));
  if (!environment.at("gpu").is_null()) text += property("gpu", environment.at("gpu").at("name"));
  text += property("commit", environment.at("build").at("commit")) + "    </properties>\n";
  for (const Json *record : records) text += test_case(*record);
  return text + "  </testsuite>\n";
}

}  // namespace

std::string as_junit(const std::vector<Json> &records) {
  std::vector<const Json *> all;
  std::vector<std::vector<const Json *>> sessions;
  for (const Json &record : records) {
    all.push_back(&record);
    const auto known = std::find_if(sessions.begin(), sessions.end(), [&](const auto &session) {
      return session.front()->at("session") == record.at("session");
    });
    if (known == sessions.end())
      sessions.push_back({&record});
    else
      known->push_back(&record);
  }
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites name=\"ladder\" {}>\n", counts(all));
  for (const auto &session : sessions) text += suite(session);
  return text + "</testsuites>\n";
}

}  // namespace ladder
