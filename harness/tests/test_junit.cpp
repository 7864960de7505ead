// JUnit XML: of records and of findings. What is written is read back by an XML parser.
#include <pugixml.hpp>

#include "harness/answers/check/decision.h"
#include "harness/answers/export/formats.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

Json fortran() { return example_record("fortran", {500000000}); }
Json smem() { return example_record("smem", {200000000, 250000000, 260000000}); }

// The root element; the test fails where the text is no XML.
pugi::xml_node parsed(pugi::xml_document &document, const std::string &text) {
  const auto result = document.load_string(text.c_str());
  EXPECT_TRUE(result) << result.description() << " at byte " << result.offset << " of " << text;
  return document.child("testsuites");
}

TEST(Junit, HasATestCaseARecordAndNoTime) {
  EXPECT_EQ(as_junit({fortran(), failed(smem(), "off by 2")}),
            R"(<?xml version="1.0"?>
<testsuites name="ladder" tests="2" failures="1" errors="0" skipped="0">
  <testsuite name="20261121T040814-398" tests="2" failures="1" errors="0" skipped="0" timestamp="2026-11-21T04:08:17Z">
    <properties>
      <property name="os" value="Debian GNU/Linux 12" />
      <property name="cpu" value="Intel(R) Xeon(R) Processor" />
      <property name="gpu" value="NVIDIA H100 80GB HBM3" />
      <property name="commit" value="8902c0e8e8e9" />
    </properties>
    <testcase name="ladder/case:thesis/stage:fortran" classname="wave.thesis" file="fortran/00_fortran.c" />
    <testcase name="ladder/case:thesis/stage:smem/threads:128" classname="wave.thesis" file="cuda_stages/30_smem.cu">
      <failure message="off by 2" type="verdict">error 0.5, limit 1.2e-05</failure>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, HasASuiteASession) {
  Json other = with(smem(), "/session", "another");
  pugi::xml_document document;
  const auto root = parsed(document, as_junit({fortran(), other, smem()}));
  const auto suite = [&](const char *name) {
    return root.find_child_by_attribute("testsuite", "name", name);
  };
  EXPECT_STREQ(suite("20261121T040814-398").attribute("tests").value(), "2");
  EXPECT_STREQ(suite("another").attribute("tests").value(), "1");
}

TEST(Junit, SaysWhatXmlReservesAndReplacesWhatItForbids) {
  pugi::xml_document document;
  const auto root = parsed(document, as_junit({failed(smem(), nasty)}));
  EXPECT_EQ(document.select_node("//failure/@message").attribute().value(), nasty_cleaned);
  EXPECT_STREQ(root.attribute("failures").value(), "1");
}

Finding finding(Exit outcome) {
  Finding one;
  one.point = "smem on thesis";
  one.metric = "wall";
  one.outcome = outcome;
  one.words = "the <reason>";
  return one;
}

TEST(Junit, SaysOfEachFindingWhatACiShallDo) {
  const std::vector<std::pair<Exit, std::string>> elements = {{Exit::ok, ""},
                                                              {Exit::slower, "failure"},
                                                              {Exit::wrong, "failure"},
                                                              {Exit::inconclusive, "skipped"},
                                                              {Exit::not_comparable, "error"},
                                                              {Exit::device, "error"}};
  for (const auto &[outcome, element] : elements) {
    pugi::xml_document document;
    const auto root = parsed(document, findings_junit({finding(outcome)}));
    const auto test = root.child("testsuite").child("testcase");
    EXPECT_STREQ(test.attribute("name").value(), "smem on thesis");
    EXPECT_STREQ(test.attribute("classname").value(), "ladder.check.wall");
    EXPECT_EQ(test.first_child().name(), element) << outcome_name(outcome);
    const std::string message = test.first_child().attribute("message").value();
    EXPECT_TRUE(element.empty() || message.ends_with("the <reason>")) << message;
  }
}

TEST(Junit, CountsFindingsByWhatTheyMean) {
  pugi::xml_document document;
  const auto root = parsed(
      document,
      findings_junit({finding(Exit::ok), finding(Exit::slower), finding(Exit::wrong),
                      finding(Exit::inconclusive), finding(Exit::device), finding(Exit::ok)}));
  for (const auto node : {root, root.child("testsuite")}) {
    EXPECT_EQ(node.attribute("tests").as_int(), 6);
    EXPECT_EQ(node.attribute("failures").as_int(), 2);
    EXPECT_EQ(node.attribute("errors").as_int(), 1);
    EXPECT_EQ(node.attribute("skipped").as_int(), 1);
  }
}

}  // namespace
}  // namespace ladder
