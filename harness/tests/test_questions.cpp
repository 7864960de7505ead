// Which points the next round of a measurement takes, and when it is over.
#include <deque>

#include "harness/bench/measure/questions.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

// Stages by their names and their parents'; entries point to them.
class Asked : public testing::Test {
 protected:
  void add(const char *name, const char *parent) {
    ladder_stage &stage = stages_.emplace_back();
    stage.name = name, stage.parent = parent;
    Point &point = points_.emplace_back();
    point.entry.stage = &stage;
  }
  // A round in which each of these takes so many milliseconds, by the clock and in all.
  void round(const std::vector<std::pair<std::size_t, double>> &times) {
    for (const auto &[i, ms] : times)
      points_[i].samples.push_back(
          {.wall_ns = std::int64_t(1e6 * ms), .round = rounds_, .slowed = "", .took_s = 1e-3 * ms});
    ++rounds_;
  }
  using Places = std::vector<std::size_t>;

  std::deque<ladder_stage> stages_;
  std::vector<Point> points_;
  Repetition how_;
  int rounds_ = 0;
};

TEST_F(Asked, ALargeEffectIsDecidedByTwoPairsAndLeavesTheTimeToOthers) {
  add("original", nullptr), add("slow", "original"), add("fast", "slow"), add("same", "fast");
  Questions questions(points_, how_);
  for (int i = 0; i < 2; ++i) {
    round({{0, 1}, {1, 10}, {2, 0.1}, {3, 0.1}});
    questions.look();
  }
  EXPECT_EQ(questions.next_round(10), (Places{2, 3}));
  EXPECT_EQ(questions.why_settled(0), "decided");
  EXPECT_EQ(questions.why_settled(1), "decided");
  EXPECT_EQ(questions.why_settled(2), "");  // the parent of an open step
  while (questions.why_settled(3).empty() && rounds_ < 20) {
    round({{2, 0.1}, {3, 0.1}});
    questions.look();
  }
  EXPECT_EQ(rounds_, 8);  // no difference: the first number of pairs that has an interval
  EXPECT_EQ(questions.next_round(10), Places{});
}

TEST_F(Asked, WhatIsTooSlowForWhatIsLeftGivesItsTimeToTheRest) {
  add("original", nullptr), add("slow", "original"), add("quick", "original");
  Questions questions(points_, how_);
  round({{0, 10}, {1, 10000}, {2, 10}});
  questions.look();
  EXPECT_EQ(questions.next_round(100), (Places{0, 1, 2}));
  round({{0, 10}, {1, 10000}, {2, 10}});
  questions.look();
  EXPECT_EQ(questions.next_round(5), (Places{0, 2}));  // what the slow one took is made up for
  EXPECT_EQ(questions.next_round(0.001), Places{});
}

TEST_F(Asked, ADearStepLeavesHalfOfTheTimeToCheapOnes) {
  add("original", nullptr), add("dear", "original"), add("cheap", "original");
  Questions questions(points_, how_);
  round({{0, 10}, {1, 1000}, {2, 10}});
  EXPECT_EQ(questions.next_round(1.5), (Places{0, 2}));
}

TEST_F(Asked, APointWithoutAParentAmongThemIsMeasuredForItsMedian) {
  add("alone", nullptr);
  Questions questions(points_, how_);
  for (int i = 0; i < 8; ++i) {
    questions.look();
    EXPECT_EQ(questions.why_settled(0), "");
    round({{0, 5 + 0.001 * i}});
  }
  questions.look();
  EXPECT_EQ(questions.why_settled(0), "precision");
}

TEST_F(Asked, OfAStageWhoseParentIsMissingTheOriginalIsTheParent) {
  add("original", nullptr), add("grandchild", "child");
  Questions questions(points_, how_);
  for (int i = 0; i < 2; ++i) round({{0, 100}, {1, 1}});
  questions.look();
  EXPECT_EQ(questions.why_settled(1), "decided");
}

TEST_F(Asked, APrecisionIsAskedOfEachPoint) {
  how_.precision = 0.01;
  add("original", nullptr), add("fast", "original");
  Questions questions(points_, how_);
  for (int i = 0; i < 3; ++i) round({{0, 100}, {1, 1}});
  questions.look();
  EXPECT_EQ(questions.next_round(10), (Places{0, 1}));
}

TEST_F(Asked, LaunchesOfOneStageAreComparedWithTheFirst) {
  how_.against_first = true;
  add("stage", "original"), add("stage", "original"), add("stage", "original");
  Questions questions(points_, how_);
  for (int i = 0; i < 3; ++i) round({{0, 10}, {1, 1}, {2, 10}});
  questions.look();
  EXPECT_EQ(questions.next_round(10), (Places{0, 2}));
}

TEST_F(Asked, AStageThatFailedLeavesNoQuestionOpen) {
  add("original", nullptr), add("wrong", "original"), add("child", "wrong");
  Questions questions(points_, how_);
  round({{0, 1}, {1, 1}, {2, 1}});
  points_[1].fail({LADDER_FAILED, "it failed"});
  questions.look();
  EXPECT_EQ(questions.why_settled(2), "decided");
  EXPECT_EQ(questions.next_round(10), Places{});
}

}  // namespace
}  // namespace ladder
