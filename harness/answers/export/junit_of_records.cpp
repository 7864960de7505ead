// Records as JUnit XML: is each stage right? A suite a session, a test case a record, and no times.
#include <fmt/format.h>

#include <algorithm>

#include "harness/answers/export/formats.h"

namespace ladder {
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
