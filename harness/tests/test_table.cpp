// Tables fit the screen: what is cut, what is left out, what is painted.
#include "harness/base/clean_text.h"
#include "harness/base/table.h"
#include "harness/command/shown/results_table.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

using enum Table::Align;
using Paint = Table::Paint;

Table three_columns() {
  Table table({{"name"}, {"time", right}, {"extra", left, 2}, {"words", left, 1, true}});
  table.row(
      {"first", "1.00 s", "rarely asked for", "a sentence that is longer than the room for it"});
  table.row({"second", "20.0 ms", "", "short"});
  return table;
}

std::size_t widest(const std::string &text) {
  std::size_t most = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) most = std::max(most, letters(line));
  return most;
}

TEST(Table, WithoutALimitItHasAllColumns) {
  EXPECT_EQ(three_columns().text(),
            "name       time  extra             words\n"
            "------  -------  ----------------  ----------------------------------------------\n"
            "first    1.00 s  rarely asked for  a sentence that is longer than the room for it\n"
            "second  20.0 ms                    short\n");
}

TEST(Table, WhatDecidesStaysHoweverNarrowTheScreen) {
  const std::string text = three_columns().text({10, false});
  EXPECT_HAS(text, "first    1.00 s\n");
}

TEST(Table, NoLineIsWiderThanTheScreen) {
  for (std::size_t width = 30; width < 100; ++width)
    EXPECT_LE(widest(three_columns().text({width, false})), width) << width;
}

TEST(Table, WordsAreCutBeforeTheColumnOfTheLargestRankIsLeftOutAndNamed) {
  const std::string cut = three_columns().text({60, false}),
                    without = three_columns().text({50, false});
  EXPECT_HAS(cut, "rarely asked for  a sentence that is lon...\n");
  EXPECT_HAS(without, "1.00 s  a sentence that is longer than...\n");
  EXPECT_HAS(without, "\n--wide shows also: extra\n");
}

Table wrapped_columns() {
  Table table({{"name"}, {.title = "words", .wrap = true}, {.title = "knobs", .wrap = true}});
  table.row(
      {"first", "a sentence that is longer than the room for it", "--threads=chosen --columns=32"});
  table.row({"second", "short", ""});
  return table;
}

TEST(Table, WrappedWordsContinueBelowAndNoneIsLost) {
  EXPECT_EQ(wrapped_columns().text({60, false}),
            "name    words                       knobs\n"
            "------  --------------------------  ------------------------\n"
            "first   a sentence that is longer   --threads=chosen\n"
            "        than the room for it        --columns=32\n"
            "second  short\n");
}

TEST(Table, AWordThatIsLongerThanAColumnMustBeIsNotBroken) {
  Table table({{"name"}, {.title = "words", .wrap = true}});
  const std::string word(40, 'w');
  table.row({"first", "before " + word + " after"});
  EXPECT_HAS(table.text({50, false}), word);
  EXPECT_LE(widest(table.text({50, false})), 50u);
}

TEST(Table, LettersOfSeveralBytesAreNotCutWithin) {
  Table table({{"words", left, 0, true}});
  std::string thirty;
  for (int i = 0; i < 30; ++i) thirty += "\u00b5";  // of two bytes
  table.row({thirty});
  EXPECT_HAS(table.text({24, false}), "\n" + thirty.substr(0, 2 * 21) + "...\n");
}

TEST(Table, PaintTakesNoRoomAndIsForColourScreensAlone) {
  Table table({{"a"}, {"b", right}});
  table.row({"x", "1"}, {{1, Paint::good}});
  table.row({"y", "10"}, {{1, Paint::wrong}});
  EXPECT_EQ(table.text({0, false}), "a   b\n-  --\nx   1\ny  10\n");
  EXPECT_EQ(table.text({0, true}), "a   b\n-  --\nx   \033[32m1\033[0m\ny  \033[1;31m10\033[0m\n");
}

TEST(Wrapped, LinesKeepTheWidthAndGoOnWithTheIndent) {
  EXPECT_EQ(wrapped("one two three four", 9, "  "), "one two\n  three\n  four");
  EXPECT_EQ(wrapped("one two three four", 0, "  "), "one two three four");
}

// Text of foreign origin stays in its line.

TEST(CleanText, LeavesWordsOfAnyLanguageAlone) {
  for (const char *text : {"", "smem minor", "größer als 2 µs", "日本語", "Δx → 0"})
    EXPECT_EQ(clean_text(text), text);
}

TEST(CleanText, HasNoLineBreakNoControlCharacterAndNothingThatIsNoUtf8) {
  const std::pair<const char *, const char *> texts[] = {
      {"a\nb\r\nc\td", "a b c d"},
      {"\x1b[2Jred\x7f", "[2Jred"},
      {"\xc2\x9b[1m", "[1m"},  // a control character of two bytes
      {"a\u2028b", "a b"},     // a line separator
      {"\u202eabc", "abc"},    // which turns letters round
      {"a\u200bb", "a b"},
      {"a\377b\xc3", "a b"},
      {"\xc0\x8a", ""},          // a line break in more bytes than it needs
      {"\xed\xa0\x80 x", "x"}};  // half of a pair
  for (const auto &[text, cleaned] : texts) EXPECT_EQ(clean_text(text), cleaned);
}

TEST(CleanText, ANameHasNoColumns) {
  EXPECT_EQ(clean_name("c-O3   0.10 ms\n300x"), "c-O3-0.10-ms-300x");
  EXPECT_LE(clean_name(std::string(500, 'x')).size(), 60u);
  std::string long_one;
  for (int i = 0; i < 50; ++i) long_one += "µ";
  EXPECT_EQ(clean_text(clean_name(long_one)), clean_name(long_one)) << "cut within a character";
}

TEST(CleanText, ReachesAllTextsOfAnAnswer) {
  Json json = {{"words", "a\nb"}, {"list", {"c\td", 3, {{"x\n", "y\n"}}}}};
  clean_texts(json);
  EXPECT_EQ(json, Json({{"words", "a b"}, {"list", {"c d", 3, {{"x", "y"}}}}}));
}

// The table of a ladder on screens of several widths, and its words below.

using Shares = std::array<double, scope_names.size()>;

ResultRow right_row(const std::string &stage, double wall_s, double speedup, Shares shares,
                    std::string most, std::optional<StepVerdict> step) {
  ResultRow row;
  row.stage = stage, row.change = "what changed in " + stage, row.verdict = "right";
  row.right = true, row.wall_s = wall_s, row.spread = "0.8 %", row.speedup = speedup;
  row.shares = shares, row.most = most, row.without_transfers = 2 * speedup,
  row.wavefield = 3.5 / wall_s;
  row.error = 1.5e-6, row.step = step;
  return row;
}

std::vector<ResultRow> a_ladder() {
  ResultRow wrong, lacking;
  wrong.stage = "smem", wrong.launch = "threads=128";
  wrong.verdict = "WRONG: the field differs from the oracle's by 0.3 of its peak, from step 7 on";
  lacking.stage = "tma", lacking.skipped = "no NVIDIA GPU was found";
  ResultRow cmem =
      right_row("cmem", 1.67, 2.36, {0.006, 0.03, 0.017, 0, 0.652, 0.001, 0, 0.291, 0.003},
                "copies 70 %, host 29 %", StepVerdict::helped);
  cmem.launch = "threads=256";
  std::vector<ResultRow> rows = {
      right_row("fortran", 3.95, 1, {0.873, 0, 0, 0, 0, 0, 0, 0.127, 0}, "kernel 87 %, host 13 %",
                std::nullopt),
      right_row("c-O0", 88.8, 0.0445, {0.992, 0, 0, 0, 0, 0, 0, 0.008, 0}, "kernel 99 %, host 1 %",
                StepVerdict::slower),
      cmem, wrong, lacking};
  lacking.stage = "persistent";
  rows.push_back(lacking);
  rows.push_back(right_row("halo-last", 3.82e-3, 1033,
                           {0.49, 0.1, 0.037, 0, 0.284, 0.012, 0, 0.001, 0.076},
                           "kernel 49 %, copies 42 %", StepVerdict::helped));
  return rows;
}

TEST(ResultsTable, NoColumnOfWavesWhereThereAreNone) {
  auto rows = a_ladder();
  EXPECT_HAS(results_table(rows, {0, true}), "wavefield");
  for (ResultRow &row : rows) row.wavefield = 0;
  EXPECT_HAS_NOT(results_table(rows, {0, true}), "wavefield");
}

TEST(ResultsTable, SharesOfADisturbedRunAreMarkedAndSayNothing) {
  auto rows = a_ladder();
  rows[0].traced_ratio = 1.05;
  rows.back().traced_ratio = 1.4;
  for (const std::size_t width : {80, 120, 0}) {
    const std::string text = results_table(rows, {width, false});
    EXPECT_HAS_NOT(text, "kernel 49 %");
    EXPECT_HAS(text, "kernel 87 %");
    EXPECT_HAS(text, "not known (*)");
    EXPECT_HAS(text, "\n(*) ");
    EXPECT_HAS(text, "halo-last 1.40");
    EXPECT_HAS_NOT(text, "fortran 1.05");
  }
  EXPECT_HAS(results_table(rows, {}), "49.0*");
}

TEST(ResultsTable, StagesThatCannotRunAreOneLineAReason) {
  auto rows = a_ladder();
  ResultRow other;
  other.stage = "cudnn", other.skipped = "cuDNN is missing";
  rows.push_back(other);
  const std::string text = results_table(rows, {});
  EXPECT_HAS(text,
             "\nskipped, no NVIDIA GPU was found: 2 stages (tma, persistent)\n"
             "skipped, cuDNN is missing: one stage (cudnn)\n");
}

TEST(ResultsTable, BetterWorseAndWrongHaveTheirColours) {
  const std::string text = results_table(a_ladder(), {80, true});
  EXPECT_HAS(text, "\033[32m1.67 s\033[0m");
  EXPECT_HAS(text, "\033[33m88.8 s\033[0m");
  EXPECT_HAS(text, "\033[1;31mWRONG");
  EXPECT_HAS_NOT(results_table(a_ladder(), {80, false}), "\033");
}

TEST(ResultsTable, AWrongStageHasNoTimeAndItsWordsStandInFull) {
  const std::string text = results_table(a_ladder(), {80, false});
  EXPECT_HAS(text,
             "smem: WRONG: the field differs from the oracle's by 0.3 of its peak, from "
             "step 7\n  on\n");
}

}  // namespace
}  // namespace ladder
