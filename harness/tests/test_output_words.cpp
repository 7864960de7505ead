// Tables and verdicts for people and CI; and what holds for every format: no time of a wrong
// result.
#include "harness/answers/export/formats.h"
#include "harness/answers/in_program.h"
#include "harness/answers/ladder_answer.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

std::string last_line(const std::string &text) {
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

const std::string markdown_head =
    "| stage | launch | case | median | interval | vs fortran | kernel % | verdict |\n"
    "|---|---|---|--:|--:|--:|--:|---|\n";

Json wrong_times() {
  return failed(example_record("smem", {123456700, 123456701, 123456702}), nasty);
}

TEST(Markdown, HasARowARecord) {
  EXPECT_EQ(
      as_markdown({fortran(), smem()}),
      markdown_head +
          "| fortran |  | thesis | 500 ms | 495 ms to 510 ms | 1.00x | 25.0 | right |\n"
          "| smem | threads:128 | thesis | 250 ms | 248 ms to 255 ms | 2.00x | 25.0 | right |\n");
}

TEST(Markdown, ABatchIsComparedByTheShot) {
  Json batch = with(smem(), "/work/shots", 4);
  EXPECT_HAS(as_markdown({fortran(), batch}), "| 8.00x |");
}

TEST(Markdown, LeavesOutWhatIsNotKnown) {
  Json record = with(without_interval(smem()), "/traced", nullptr);
  EXPECT_EQ(last_line(as_markdown({record})),
            "| smem | threads:128 | thesis | 250 ms |  |  |  | right |\n");
}

TEST(Markdown, ComparesWithinOneSessionCaseAndCacheAndWithWhatIsRight) {
  Json other_session = fortran(), other_case = fortran(), cold = fortran();
  other_session["session"] = "another";
  other_case["case"]["hash"] = "another";
  cold["cache"] = "cold";
  const Json bad = failed(fortran(), "off by 2");
  const std::string text = as_markdown({other_session, other_case, cold, bad, smem()});
  EXPECT_HAS_NOT(last_line(text), "x |");
  EXPECT_HAS(text, "| thesis, cold cache |");
  EXPECT_HAS(last_line(as_markdown({bad, fortran(), smem()})), "| 2.00x |");
}

TEST(Markdown, AFailedVerdictHasNoTimeAndBreaksNoTable) {
  EXPECT_EQ(last_line(as_markdown({fortran(), wrong_times()})),
            "| smem | threads:128 | thesis |  |  |  |  | FAILED: a\\|b, \"c\" &lt;d> &amp; 'e' "
            "\uFFFD bad \uFFFD \\_\\*é\\\\ |\n");
}

TEST(OutputFormats, NoneShowsATimeOfAWrongResult) {
  Json no_verdict = wrong_times(), other_launch = smem();
  no_verdict["verdict"] = nullptr;
  other_launch["samples"]["wall_ns"] = {123456700};
  other_launch["summary"] = {{"median_ns", 123456700}};
  other_launch["traced"]["launch_confirmed"] = false;
  for (const Format &format : formats)
    for (const Json &record : {wrong_times(), no_verdict, other_launch}) {
      const std::string text = format.write({record});
      EXPECT_FALSE(says(text, "1234567") || says(text, "0.1234567") || says(text, "123 ms"))
          << format.name << ": " << text;
    }
  EXPECT_HAS(as_junit({no_verdict}), "there is no verdict");
  EXPECT_HAS(as_junit({other_launch}), "the trace does not show the requested launch");
}

TEST(OutputFormats, EachTakesNumbersThatAreNotFinite) {
  // In a file NaN is null; in memory it may be either.
  for (const Json &none : {Json(std::nan("")), Json(nullptr)}) {
    Json record = smem();
    record["summary"] = {{"median_ns", none}, {"low_ns", none}, {"high_ns", none}};
    record["verdict"]["error"] = none;
    for (const Format &format : formats) {
      const std::string text = format.write({record});
      EXPECT_FALSE(says(text, "nan") || says(text, "NaN") || says(text, "inf"))
          << format.name << text;
    }
    EXPECT_EQ(last_line(as_markdown({record})),
              "| smem | threads:128 | thesis |  |  |  |  | not measured |\n");
  }
}

TEST(OutputFormats, EachTakesNoRecords) {
  EXPECT_EQ(Json::parse(as_google_benchmark({})).at("benchmarks"), Json::array());
  EXPECT_TRUE(Json::parse(as_google_benchmark({})).at("context").contains("caches"));
  EXPECT_EQ(as_github_action({}), "[]\n");
  EXPECT_EQ(as_bencher({}), "{}\n");
  EXPECT_EQ(Json::parse(as_hyperfine({})), Json({{"results", Json::array()}}));
  EXPECT_EQ(as_csv({}).find("\r\n"), as_csv({}).size() - 2);
  EXPECT_EQ(as_markdown({}), markdown_head);
  EXPECT_HAS(as_junit({}), "tests=\"0\"");
}

TEST(OutputText, CleanTextKeepsLettersAndReplacesTheRest) {
  EXPECT_EQ(clean_text("é\t\n\r~"), "é\t\n\r~");
  EXPECT_EQ(clean_text(std::string("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(clean_text("\xEF\xBF\xBF\x7f\xC3"), "\uFFFD\uFFFD\uFFFD");
}

// For test_google_benchmark.py.
TEST(OutputFormats, WriteSamples) {
  const char *folder = std::getenv("LADDER_WRITE_SAMPLES");
  if (!folder) GTEST_SKIP() << "LADDER_WRITE_SAMPLES does not name a folder";
  std::vector<std::int64_t> old_ns, new_ns;  // a tenth slower, as many as the U test wants
  for (int i = 0; i < 12; ++i) {
    old_ns.push_back(300000000 + i * 100000);
    new_ns.push_back(330000000 + i * 110000);
  }
  const std::filesystem::path path = folder;
  std::ofstream(path / "old.json") << as_google_benchmark({example_record("gmem", old_ns)});
  std::ofstream(path / "new.json") << as_google_benchmark({example_record("gmem", new_ns)});
}

// The last lines of a ladder: which step paid, where the time is, what to try next.

Json traced(Json record, const Json &scopes) {
  std::int64_t wall = 0;
  for (const auto &[name, ns] : scopes.items()) wall += ns.get<std::int64_t>();
  for (auto &[name, ns] : record["traced"]["scopes_ns"].items()) ns = scopes.value(name, 0);
  record["traced"]["wall_ns"] = wall;
  return record;
}

// Whose scopes add up to 100.
std::vector<Json> two(const Json &scopes) {
  return {example_record("fortran", {200, 201, 202, 203, 204, 205}),
          traced(example_record("smem", {100, 101, 100, 101, 100, 101}), scopes)};
}

LadderAnswer answer(const std::vector<Json> &records) {
  return ladder_answer(stage_answers(records));
}

TEST(Answer, NamesTheStepThatPaidAndTheFastest) {
  const LadderAnswer found = answer(two({{"kernel", 30}, {"host", 70}}));
  EXPECT_EQ(found.paid_words.find("Paid most: smem (2"), 0u) << found.paid_words;
  EXPECT_EQ(found.now_words.find("Fastest: smem, "), 0u) << found.now_words;
  EXPECT_HAS(found.now_words, "70 % the driver's own loops, 30 % kernels");
}

TEST(Answer, WhatToTryNextFollowsWhereTheTimeIs) {
  EXPECT_HAS(answer(two({{"kernel", 30}, {"host", 70}})).next_words, "time loop into the stage");
  EXPECT_HAS(answer(two({{"kernel", 30}, {"h2d", 30}, {"staging", 40}})).next_words,
             "leave the fields on the device");
  EXPECT_HAS(answer(two({{"kernel", 90}, {"host", 10}})).next_words, "a better kernel");
}

TEST(Answer, AStepWithinTheNoiseDidNotPay) {
  EXPECT_EQ(answer({example_record("fortran", {100, 101, 102, 103, 104, 105}),
                    example_record("smem", {100, 102, 101, 103, 104, 105})})
                .paid_words,
            "No step was faster than its parent beyond the noise.");
}

TEST(Answer, WhatWasWrongIsNotTheFastest) {
  auto records = two({{"kernel", 30}, {"host", 70}});
  records[1]["verdict"]["passed"] = false;
  EXPECT_EQ(answer(records).now_words.find("Fastest: fortran"), 0u);
}

TEST(Answer, OfADisturbedTracedRunNothingFollows) {
  for (const double ratio : {0.6, 1.11}) {
    auto records = two({{"kernel", 30}, {"host", 70}});
    records[1]["traced"]["ratio"] = ratio;
    const LadderAnswer disturbed = answer(records);
    EXPECT_EQ(disturbed.next_words, "");
    EXPECT_HAS_NOT(disturbed.now_words, "%");
    EXPECT_HAS(disturbed.now_words, "not known: the traced run of 'smem'");
  }
}

TEST(Answer, ABatchIsNotTheFastestOfSingleShots) {
  auto records = two({{"kernel", 30}, {"host", 70}});
  records.push_back(example_record("batch", {120, 120, 120, 120, 120, 120}));
  records.back()["work"]["shots"] = 6;
  EXPECT_EQ(records[*answer(records).fastest]["stage"]["name"], "smem");
}

// A ladder on a device whose fields stay there with its second stage.
std::vector<StageAnswer> fields_stay(const Json &scopes) {
  Json first = traced(example_record("gmem", {100, 100, 100, 100, 100, 100}), scopes),
       stays = example_record("resident", {20, 20, 20, 20, 20, 20});
  stays["traced"]["wall_ns"] = 10;
  stays["stage"]["parent"] = "gmem", stays["stage"]["owns_time_loop"] = true;
  return stage_answers({example_record("fortran", {200, 200, 200, 200, 200, 200}), first, stays});
}

TEST(Finding, SaysWhatTookTheTimeBeforeTheFieldsStayed) {
  const auto finding = [](const Json &scopes) {
    return ladder_answer(fields_stay(scopes)).finding;
  };
  EXPECT_EQ(finding({{"staging", 60}, {"kernel", 40}}),
            "Copies, not kernels, take the time until the fields stay on the device; resident is "
            "10 times as fast as fortran");
  EXPECT_EQ(finding({{"host", 60}, {"kernel", 40}}).find("The driver's own loops, not kernels"),
            0u);
  EXPECT_EQ(finding({{"staging", 40}, {"kernel", 60}}),
            "The step that pays most is resident, 5 times as fast as gmem");
}

TEST(InProgram, PackingBelongsToCallsWhoseArraysDoNotStayOnTheDevice) {
  // Half of its time is calls that become twice as fast; packing takes a quarter of its time.
  const auto speedup = [](double packing_s, int resident) {
    Json record = smem();
    record["case"].update({{"program_s", 2.0}, {"routine_s", 1.0}, {"calls_made", 10}});
    record["case"]["packing_s"] = packing_s;
    record["launch"]["asked"]["resident"] = {resident};
    StageAnswer answer;
    answer.speedup = 2;
    return amdahl({record}, {answer})->speedup.at(0);
  };
  EXPECT_NEAR(speedup(0, 0), 1 / 0.75, 1e-12);
  EXPECT_NEAR(speedup(0.05, 0), 1 / (0.75 + 0.25), 1e-12);
  EXPECT_NEAR(speedup(0.05, 1), 1 / 0.75, 1e-12);
}

}  // namespace
}  // namespace ladder
