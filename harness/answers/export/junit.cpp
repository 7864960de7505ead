// needs: pugixml

#include <algorithm>
#include <pugixml.hpp>

#include "harness/answers/export/formats.h"
#include "harness/formats/xml.h"

namespace ladder {
namespace {

constexpr const char *elements[] = {"", "failure", "error", "skipped"};  // by Outcome

void attribute(pugi::xml_node node, const char *name, const std::string &value) {
  node.append_attribute(name).set_value(clean_text(value).c_str());
}

void unless_empty(pugi::xml_node node, const char *name, const std::string &value) {
  if (!value.empty()) attribute(node, name, value);
}

void count(pugi::xml_node node, const std::vector<JunitCase> &cases) {
  const auto of = [&](JunitCase::Outcome outcome) {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const JunitCase &one) { return one.outcome == outcome; });
  };
  attribute(node, "tests", std::to_string(cases.size()));
  attribute(node, "failures", std::to_string(of(JunitCase::failure)));
  attribute(node, "errors", std::to_string(of(JunitCase::error)));
  attribute(node, "skipped", std::to_string(of(JunitCase::skipped)));
}

void append(pugi::xml_node suite, const JunitCase &one) {
  auto node = suite.append_child("testcase");
  attribute(node, "name", one.name);
  attribute(node, "classname", one.classname);
  unless_empty(node, "file", one.file);
  if (one.outcome == JunitCase::passed) return;
  auto outcome = node.append_child(elements[one.outcome]);
  attribute(outcome, "message", one.message);
  unless_empty(outcome, "type", one.type);
  if (!one.text.empty()) outcome.text().set(clean_text(one.text).c_str());
}

void append(pugi::xml_node suites, const JunitSuite &one) {
  auto node = suites.append_child("testsuite");
  attribute(node, "name", one.name);
  count(node, one.cases);
  unless_empty(node, "timestamp", one.timestamp);
  if (!one.properties.empty()) {
    auto properties = node.append_child("properties");
    for (const auto &[name, value] : one.properties) {
      auto property = properties.append_child("property");
      attribute(property, "name", name);
      attribute(property, "value", value);
    }
  }
  for (const JunitCase &each : one.cases) append(node, each);
}

}  // namespace

std::string junit_text(const std::string &name, const std::vector<JunitSuite> &suites) {
  pugi::xml_document document;
  auto root = document.append_child("testsuites");
  std::vector<JunitCase> all;
  for (const JunitSuite &one : suites) all.insert(all.end(), one.cases.begin(), one.cases.end());
  attribute(root, "name", name);
  count(root, all);
  for (const JunitSuite &one : suites) append(root, one);
  return text_of(document);
}

}  // namespace ladder
