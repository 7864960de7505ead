// `ladder export` reads records, writes one format, overwrites nothing and says what it leaves out.
#include <pugixml.hpp>

#include "harness/answers/check/decision.h"
#include "harness/answers/export/formats.h"
#include "harness/command/line/commands.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

struct Export : TestFolder {
  std::string file(const std::string &name, const std::vector<Json> &records) {
    std::string lines;
    for (const Json &record : records) lines += record.dump() + "\n";
    return put(name, lines);
  }
  std::string written() const { return bytes_of_file(output); }
  // The error of an export that must fail, having written nothing.
  Error refused(const std::vector<std::string> &files, const std::string &format) {
    const std::string before = written();
    try {
      export_records(files, format, output);
    } catch (const Error &error) {
      EXPECT_EQ(written(), before);
      return error;
    }
    ADD_FAILURE() << "was not refused";
    return Error(Exit::ok, "");
  }

  const std::string output = in_folder("output");
};

TEST_F(Export, WritesEveryFormatIntoANewFileOrToStandardOutput) {
  const std::string path = file("a.jsonl", {example_record("fortran", {3, 4, 5})});
  for (const Format &format : formats) {
    const std::string expected = format.write({example_record("fortran", {3, 4, 5})});
    EXPECT_EQ(export_records({path}, format.name, output), Exit::ok);
    EXPECT_EQ(written(), expected);
    fs::remove(output);
    testing::internal::CaptureStdout();
    EXPECT_EQ(export_records({path}, format.name, ""), Exit::ok);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
  }
}

TEST_F(Export, JoinsItsFiles) {
  const std::string a = file("a.jsonl", {example_record("fortran", {3})});
  const std::string b = file("b.jsonl", {example_record("smem", {2})});
  export_records({a, b}, "markdown", output);
  EXPECT_EQ(written(), as_markdown({example_record("fortran", {3}), example_record("smem", {2})}));
}

TEST_F(Export, AnUnknownFormatGetsTheNearestNames) {
  const Error error = refused({file("a.jsonl", {example_record("smem", {2})})}, "hyperfin");
  EXPECT_EQ(error.exit, Exit::usage);
  EXPECT_HAS(error.what(), "did you mean hyperfine?");
  EXPECT_HAS(refused({}, "spreadsheet of mine").what(),
             "google-benchmark, google-benchmark-csv, github-action");
}

TEST_F(Export, RefusesWhatItCannotRead) {
  const Json record = example_record("smem", {2});
  EXPECT_EQ(refused({}, "csv").exit, Exit::usage);
  EXPECT_EQ(refused({folder / "none.jsonl"}, "csv").exit, Exit::file);
  EXPECT_HAS(refused({file("empty.jsonl", {})}, "csv").what(), "holds no record");
  Json old = record;
  old["schema"] = 1;
  EXPECT_EQ(refused({file("old.jsonl", {record, old})}, "csv").exit, Exit::not_comparable);
  Json part = record;
  part.erase("summary");
  const Error error = refused({file("part.jsonl", {part})}, "csv");
  EXPECT_EQ(error.exit, Exit::file);
  EXPECT_HAS(error.what(), "summary");
}

TEST_F(Export, TellsHowManyFailed) {
  const std::string path = file(
      "a.jsonl", {example_record("fortran", {2}), failed(example_record("smem", {2}), "off by 2")});
  testing::internal::CaptureStderr();
  export_records({path}, "junit", output);
  EXPECT_HAS(testing::internal::GetCapturedStderr(), "1 of 2 records failed");
}

TEST_F(Export, TakesTheNewestOfAName) {
  std::vector<Json> records = {example_record("smem", {2}), example_record("fortran", {9}),
                               example_record("smem", {3}), example_record("smem", {4})};
  records[2]["time"] = "2026-11-21T05:00:00Z";
  testing::internal::CaptureStderr();
  export_records({file("a.jsonl", records)}, "bencher", output);
  EXPECT_HAS(testing::internal::GetCapturedStderr(), "2 of 4 records left out");
  EXPECT_EQ(written(), as_bencher({records[2], records[1]}));
  const auto newest = newest_of_each_name({records[0], records[3]});  // equally old: the later one
  ASSERT_EQ(newest.size(), 1u);
  EXPECT_EQ(newest[0], records[3]);
}

TEST_F(Export, RefusesToTakeOneNameForTwoThings) {
  const Json record = example_record("smem", {2});
  Json other_case = record, other_machine = record;
  other_case["case"]["hash"] = "0123456789abcdef";
  other_machine["environment"]["gpu"]["name"] = "another GPU";
  for (const auto &[other, words] :
       {std::pair(other_case, "case.hash"), std::pair(other_machine, "the machine")}) {
    const std::string path = file("a.jsonl", {record, other});
    const Error error = refused({path}, "google-benchmark");
    EXPECT_EQ(error.exit, Exit::not_comparable);
    EXPECT_HAS(error.what(), words);
    EXPECT_EQ(export_records({path}, "csv", output), Exit::ok);  // which has a column for each
    fs::remove(output);
  }
}

// JUnit XML: of records and of findings. What is written is read back by an XML parser.

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

TEST(Junit, SaysOfEachFindingWhatACiShallDoAndCountsThem) {
  using enum Exit;
  const std::pair<Exit, std::string> elements[] = {{ok, ""},           {slower, "failure"},
                                                   {wrong, "failure"}, {inconclusive, "skipped"},
                                                   {device, "error"},  {not_comparable, "error"}};
  std::vector<Finding> findings;
  for (const auto &[outcome, element] : elements) findings.push_back(finding(outcome));
  pugi::xml_document document;
  const auto root = parsed(document, findings_junit(findings)), suite = root.child("testsuite");
  auto test = suite.child("testcase");
  for (const auto &[outcome, element] : elements) {
    EXPECT_STREQ(test.attribute("name").value(), "smem on thesis");
    EXPECT_STREQ(test.attribute("classname").value(), "ladder.check.wall");
    EXPECT_EQ(test.first_child().name(), element) << outcome_name(outcome);
    const std::string message = test.first_child().attribute("message").value();
    EXPECT_TRUE(element.empty() || message.ends_with("the <reason>")) << message;
    test = test.next_sibling("testcase");
  }
  for (const auto &node : {root, suite}) {
    EXPECT_EQ(node.attribute("tests").as_int(), 6);
    EXPECT_EQ(node.attribute("failures").as_int(), 2);
    EXPECT_EQ(node.attribute("errors").as_int(), 2);
    EXPECT_EQ(node.attribute("skipped").as_int(), 1);
  }
}

}  // namespace
}  // namespace ladder
