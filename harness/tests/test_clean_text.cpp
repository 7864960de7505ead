// Text of foreign origin stays in its line.
#include <gtest/gtest.h>

#include "harness/base/clean_text.h"

namespace ladder {
namespace {

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
