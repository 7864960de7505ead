// Rounds of micro-benchmarks as one.
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/predict/microbench/rounds.h"

namespace ladder {
namespace {

Microbenchmarks round_of(double value, const std::string &failed = "") {
  Microbenchmarks round;
  round.measured = {{"copy", "s", "B", 4, value, 0.1, 5}, {"copy", "s", "B", 8, 2 * value, 0.1, 5}};
  if (!failed.empty()) {
    round.measured.pop_back();
    round.not_measured = {{failed, "no room"}};
  }
  return round;
}

TEST(MicrobenchRounds, OneDisturbedRoundMovesNoValue) {
  const auto all = median_of({round_of(1), round_of(40), round_of(1)});
  ASSERT_EQ(all.measured.size(), 2u);
  EXPECT_EQ(all.measured[0].value, 1);
  EXPECT_EQ(all.measured[1].value, 2);
  EXPECT_EQ(all.measured[0].samples, 15);
}

TEST(MicrobenchRounds, RoundsThatDifferMakeAValueLessCertain) {
  const auto same = median_of({round_of(1), round_of(1), round_of(1)});
  const auto apart = median_of({round_of(1), round_of(2), round_of(3)});
  EXPECT_DOUBLE_EQ(same.measured[0].uncertainty, 0.1);
  EXPECT_GT(apart.measured[0].uncertainty, 0.5);
}

TEST(MicrobenchRounds, AGroupIsMeasuredWhereOneRoundCould) {
  const auto once = median_of({round_of(1, "copies"), round_of(1), round_of(1)});
  EXPECT_TRUE(once.not_measured.empty());
  EXPECT_EQ(once.measured.size(), 2u);
  const auto never = median_of({round_of(1, "copies"), round_of(1, "copies")});
  ASSERT_EQ(never.not_measured.size(), 1u);
  EXPECT_EQ(never.not_measured[0].group, "copies");
}

TEST(MicrobenchRounds, NoRoundIsRefused) { EXPECT_THROW(median_of({}), std::invalid_argument); }

}  // namespace
}  // namespace ladder
