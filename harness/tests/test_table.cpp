// Tables fit the screen: what is cut, what is left out, what is painted.
#include "harness/base/clean_text.h"
#include "harness/base/table.h"
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

TEST(Table, WordsAreCutBeforeAColumnIsLeftOut) {
  EXPECT_EQ(three_columns().text({60, false}),
            "name       time  extra             words\n"
            "------  -------  ----------------  -------------------------\n"
            "first    1.00 s  rarely asked for  a sentence that is lon...\n"
            "second  20.0 ms                    short\n");
}

TEST(Table, TheColumnOfTheLargestRankGoesFirstAndIsNamed) {
  EXPECT_EQ(three_columns().text({50, false}),
            "name       time  words\n"
            "------  -------  ---------------------------------\n"
            "first    1.00 s  a sentence that is longer than...\n"
            "second  20.0 ms  short\n"
            "--wide shows also: extra\n");
}

TEST(Table, WhatDecidesStaysHoweverNarrowTheScreen) {
  const std::string text = three_columns().text({10, false});
  EXPECT_HAS(text, "first    1.00 s\n");
}

TEST(Table, NoLineIsWiderThanTheScreen) {
  for (std::size_t width = 30; width < 100; ++width)
    EXPECT_LE(widest(three_columns().text({width, false})), width) << width;
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

TEST(CleanText, HasNoLineBreakAndNoControlCharacter) {
  EXPECT_EQ(clean_text("a\nb\r\nc\td"), "a b c d");
  EXPECT_EQ(clean_text("\x1b[2Jred\x7f"), "[2Jred");
  EXPECT_EQ(clean_text("\xc2\x9b[1m"), "[1m");  // a control character of two bytes
  EXPECT_EQ(clean_text("a\xe2\x80\xa8"
                       "b"),
            "a b");  // a line separator
}

TEST(CleanText, TurnsNoLettersRound) {
  EXPECT_EQ(clean_text("\xe2\x80\xae"
                       "abc"),
            "abc");
  EXPECT_EQ(clean_text("a\xe2\x80\x8b"
                       "b"),
            "a b");
}

TEST(CleanText, IsUtf8) {
  EXPECT_EQ(clean_text("a\xff"
                       "b\xc3"),
            "a b");
  EXPECT_EQ(clean_text("\xc0\x8a"), "");         // a line break in more bytes than it needs
  EXPECT_EQ(clean_text("\xed\xa0\x80 x"), "x");  // half of a pair
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

}  // namespace
}  // namespace ladder
