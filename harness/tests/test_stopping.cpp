// How often intervals hold what they should when a measurement stops as soon as its verdict is
// decided: tables are drawn from the noise of recorded pairs.
#include <deque>

#include "harness/answers/compared.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/data_folder.h"
#include "harness/base/statistics/statistics.h"
#include "harness/bench/measure/questions.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

constexpr int simulated_tables = 2000, steps_of_a_table = 6;
constexpr std::size_t fewest_of_a_series = 12, most_pairs = 120;

// Of files with long series, on three machines: two cores of a shared host among them.
constexpr const char *noisy_files[] = {
    "amd-epyc-2-cores/2026-11-21-figure-sweeps/scaling-128.jsonl",
    "amd-epyc-2-cores/2026-11-21-figure-sweeps/scaling-256.jsonl",
    "amd-epyc-2-cores/2026-11-21-figure-sweeps/scaling-512.jsonl",
    "h100-80gb-hbm3/2026-11-21-figure-sweeps/scaling-128.jsonl",
    "h100-80gb-hbm3/2026-11-21-figure-sweeps/scaling-256.jsonl",
    "h100-80gb-hbm3/2026-11-21-thesis/ladder.jsonl",
    "h100-80gb-hbm3/2026-11-25-routines/smooth.jsonl",
    "h100-80gb-hbm3/2026-11-25-routines/tendencies_x.jsonl",
    "h100-80gb-hbm3/2026-11-25-routines/advance.jsonl"};

using Series = std::vector<double>;  // logarithms of the ratios of pairs, less their median

std::vector<Series> recorded_noise() {
  std::vector<Series> all;
  for (const char *file : noisy_files) {
    const auto records = read_records((data_folder().parent_path() / "results" / file).string());
    for (const Json &parent : records)
      for (const Json &child : records) {
        if (child.at("stage").at("parent") != parent.at("stage").at("name") ||
            child.at("case").at("hash") != parent.at("case").at("hash"))
          continue;
        Series logs;
        for (const auto &[before, after] : pairs_of_rounds(parent, child))
          logs.push_back(std::log(after / before));
        if (logs.size() < fewest_of_a_series) continue;
        const double middle = median(logs);
        for (double &one : logs) one -= middle;
        all.push_back(logs);
      }
  }
  return all;
}

struct Stopped {
  int steps = 0, held = 0, decided = 0, wrong_side = 0;
};

// The stage of a step takes exp(effect) times as long as its parent.
void take_step(const Series &noise, double effect, std::mt19937_64 &random, Stopped &found) {
  std::uniform_int_distribution<std::size_t> place(0, noise.size() - 1);
  std::vector<double> logs;
  Ratio ratio;
  Change change = Change::inconclusive;
  while (change == Change::inconclusive && logs.size() < most_pairs) {
    logs.push_back(effect + noise[place(random)]);
    ratio = ratio_of_logarithms(logs);
    change = decide(ratio, least_step);
  }
  const double truth = std::exp(effect);
  ++found.steps;
  found.held += ratio.interval->low <= truth && truth <= ratio.interval->high;
  found.decided += change != Change::inconclusive;
  found.wrong_side += (change == Change::faster && truth > 1 / (1 + least_step)) ||
                      (change == Change::slower && truth < 1 + least_step);
}

TEST(Stopping, IntervalsHoldTheirLevelWhereverAMeasurementStops) {
  const auto noise = recorded_noise();
  ASSERT_GE(noise.size(), 25u);
  std::mt19937_64 random(51);
  std::uniform_int_distribution<std::size_t> which(0, noise.size() - 1);
  Stopped found;
  for (int table = 0; table < simulated_tables; ++table)
    for (int step = 0; step < steps_of_a_table; ++step) {
      constexpr double effects[] = {0, 0.003, -0.02, 0.05, -0.1, -0.7};
      take_step(noise[which(random)], effects[step], random, found);
    }
  EXPECT_GE(found.held, 0.93 * found.steps);
  EXPECT_LT(found.held, found.steps);  // or they would say nothing
  EXPECT_LE(found.wrong_side, 0.025 * found.steps);
  EXPECT_GE(found.decided, 0.4 * found.steps);
  RecordProperty("held", found.held);
  RecordProperty("wrong_side", found.wrong_side);
  RecordProperty("decided", found.decided);
  RecordProperty("steps", found.steps);
}

// An interval of a fixed number of samples does not hold its level then: what the rule is for.
TEST(Stopping, AnIntervalOfAFixedNumberWouldBeStoppedAtChance) {
  std::mt19937_64 random(52);
  std::normal_distribution<double> normal;
  int fixed = 0, at_any = 0;
  for (int trial = 0; trial < 500; ++trial) {
    int below = 0;
    bool fixed_missed = false, missed = false;
    std::vector<double> values;
    for (int n = 1; n <= 200; ++n) {
      values.push_back(normal(random));
      below += values.back() < 0;
      // The sign test at 5 %, by the normal distribution.
      fixed_missed |= n >= 8 && std::abs(2 * below - n) > 1.96 * std::sqrt(double(n));
      if (const auto interval = median_interval(values))
        missed |= interval->low > 0 || interval->high < 0;
    }
    fixed += fixed_missed;
    at_any += missed;
  }
  EXPECT_GT(fixed, 500 * 15 / 100);
  EXPECT_LE(at_any, 500 * 5 / 100);
}

TEST(Stopping, LargeEffectsNeedFewPairs) {
  const auto decided = [](const std::vector<double> &ratios) {
    std::vector<double> logs;
    for (const double one : ratios) logs.push_back(std::log(one));
    return decide(ratio_of_logarithms(logs), least_step);
  };
  EXPECT_EQ(decided({1 / 347.0, 1 / 350.0, 1 / 340.0}), Change::faster);
  EXPECT_EQ(decided({0.2, 0.22}), Change::faster);
  EXPECT_EQ(decided({5, 4.6}), Change::slower);
  EXPECT_EQ(decided({0.6, 0.55}), Change::inconclusive);
  EXPECT_EQ(decided({1 / 347.0}), Change::inconclusive);
  EXPECT_EQ(decided({1, 1, 1, 1, 1, 1, 1}), Change::inconclusive);
  EXPECT_EQ(decided({1, 1, 1, 1, 1, 1, 1, 1}), Change::no_change);
}

// Which points the next round of a measurement takes, and when it is over.

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
