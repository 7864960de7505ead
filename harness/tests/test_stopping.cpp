// How often intervals hold what they should when a measurement stops as soon as its verdict is
// decided: tables are drawn from the noise of recorded pairs.
#include "harness/answers/compared.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/data_folder.h"
#include "harness/base/statistics/statistics.h"
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
  int steps = 0, held = 0, decided = 0, wrong_side = 0, decided_large = 0, large = 0;
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

}  // namespace
}  // namespace ladder
