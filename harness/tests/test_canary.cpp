// Medians, intervals and ratios; and the canary, whose readings they compare: when it is read, what
// a record keeps of it, and what two of them say of the machine.
#include <sched.h>

#include "harness/answers/check/decision.h"
#include "harness/base/statistics/statistics.h"
#include "harness/machine/canary/canary.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

CanaryReading reading(std::int64_t one, std::int64_t all, std::int64_t memory) {
  return {{{one}, all, memory}, std::nullopt, ""};
}

// Eight readings that differ a little, all slower by the factors.
std::vector<CanaryReading> readings(double one, double all, double memory, double device = 0) {
  std::vector<CanaryReading> list;
  for (int i = 0; i < 10; ++i) {
    const double ns = 1000000 + 100 * i;
    list.push_back(
        reading(std::int64_t(one * ns), std::int64_t(all * ns), std::int64_t(memory * ns)));
    if (device > 0)
      list.back().device = DeviceReading{std::int64_t(device * ns), std::int64_t(device * ns)};
  }
  return list;
}

MachineChange change(const std::vector<CanaryReading> &before,
                     const std::vector<CanaryReading> &now, bool on_device = false) {
  return machine_change(canary_times(before), canary_times(now), on_device);
}

// A machine with many cores has readings that take no longer, and none of its cores is left out.
TEST(Canary, SingleCoresTakeTurnsTwoAtATime) {
  CoresInTurn three({0, 1, 5});
  EXPECT_EQ(three.take(), (std::vector<int>{0, 1}));
  EXPECT_EQ(three.take(), (std::vector<int>{5, 0}));
  EXPECT_EQ(three.take(), (std::vector<int>{1, 5}));
  CoresInTurn one({3});
  EXPECT_EQ(one.take(), (std::vector<int>{3}));
  EXPECT_EQ(one.take(), (std::vector<int>{3}));
}

TEST(Canary, AReadingTimesSingleCoresAndLeavesTheProcessOnAllOfThem) {
  cpu_set_t before, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const auto cores = static_cast<std::size_t>(CPU_COUNT(&before));
  const HostReading host = Canary(false).read().host;
  EXPECT_EQ(host.arithmetic_one_ns.size(), std::min(cores, CoresInTurn::most_at_a_time));
  for (std::int64_t ns : host.arithmetic_one_ns) EXPECT_GT(ns, 0);
  EXPECT_GT(host.arithmetic_all_ns, 0);
  EXPECT_GT(host.memory_ns, 0);
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Canary, TheFirstRoundsHaveAReadingEachAndLaterOnesThatFollowAtOnceHaveNone) {
  Canary canary(false);
  for (int round = 0; round < 8; ++round) {
    canary.before_sample(round);
    EXPECT_EQ(canary.count(), round + 1);
    canary.before_sample(round);
    EXPECT_EQ(canary.count(), round + 1) << "samples of a round share it";
  }
  for (int round = 8; round < 10; ++round) canary.before_sample(round);
  const int count = canary.count();
  canary.before_sample(10);
  EXPECT_EQ(canary.count(), count);
}

TEST(Canary, ARecordKeepsEveryReading) {
  const Json kept = {{"canary", canary_json({reading(1, 2, 3), reading(4, 5, 6)})}};
  EXPECT_EQ(canary_lacking(kept), "");
  const CanaryTimes times = canary_times(kept);
  EXPECT_EQ(times.at("host.arithmetic_one_ns"), (std::vector<double>{1, 4}));
  EXPECT_EQ(times.at("host.arithmetic_all_ns"), (std::vector<double>{2, 5}));
  EXPECT_EQ(times.at("host.memory_ns"), (std::vector<double>{3, 6}));
  EXPECT_EQ(times.size(), 3u);
  EXPECT_TRUE(kept["canary"]["device"].is_null());
}

TEST(Canary, ARecordKeepsTheDeviceOrWhyThereIsNone) {
  EXPECT_EQ(canary_times(readings(1, 1, 1, 1)).size(), 5u);
  CanaryReading without = reading(1, 2, 3);
  without.why_no_device = "no CUDA device";
  EXPECT_EQ(canary_json({without}).at("why_no_device"), "no CUDA device");
}

TEST(Canary, TimesThatAreNoneAreRefused) {
  Json record = {{"canary", canary_json(readings(1, 1, 1))}};
  record["canary"]["host"]["memory_ns"][2] = 0;
  EXPECT_THROW(canary_times(record), FileError);
  record["canary"]["host"]["memory_ns"] = "soon";
  EXPECT_THROW(canary_times(record), FileError);
}

TEST(Canary, AMachineThatDidNotMoveIsNeitherSlowerNorFaster) {
  const MachineChange same = change(readings(1, 1, 1), readings(1, 1.005, 0.995));
  EXPECT_EQ(same.why_not, "");
  EXPECT_FALSE(same.slower());
  EXPECT_FALSE(same.faster());
  EXPECT_LT(same.within().low, 0.996);
  EXPECT_GT(same.within().high, 1.004);
}

TEST(Canary, EachPartTellsByItself) {
  for (const auto &now : {readings(1.1, 1, 1), readings(1, 1.1, 1), readings(1, 1, 1.1)}) {
    EXPECT_TRUE(change(readings(1, 1, 1), now).slower());
    EXPECT_FALSE(change(readings(1, 1, 1), now).faster());
    EXPECT_TRUE(change(now, readings(1, 1, 1)).faster());
  }
}

TEST(Canary, ItsWordsNameThePartsThatMoved) {
  const std::string words = change(readings(1, 1, 1), readings(1, 1.5, 1)).words();
  EXPECT_HAS(words, "the machine itself may have changed");
  EXPECT_HAS(words, "fixed arithmetic on all cores +50");
  EXPECT_HAS_NOT(words, "memory traffic");
}

TEST(Canary, TheDeviceCountsForItsStagesOnly) {
  const auto before = readings(1, 1, 1, 1), now = readings(1, 1, 1, 1.2);
  EXPECT_FALSE(change(before, now).slower());
  EXPECT_TRUE(change(before, now, true).slower());
  EXPECT_HAS(change(readings(1, 1, 1), now, true).why_not, "is missing in the baseline");
}

TEST(Canary, FewReadingsTellNothing) {
  EXPECT_HAS(change({reading(1, 1, 1)}, readings(1, 1, 1)).why_not, "too few");
}

// Against known distributions and numbers that were worked out.

const std::vector<double> a = {1.0002, 1.0616, 0.9466, 0.8368, 0.9131, 0.8201, 1.0121, 1.3074,
                               0.9062, 0.8833, 1.1029, 1.074,  1.0213, 0.8302, 0.9942};
const std::vector<double> b = {1.2081, 0.8034, 0.9593, 0.7187, 0.8123, 0.7274, 1.003, 0.8159,
                               1.1099, 1.0848, 1.0127, 0.6355, 0.9439, 1.0411, 1.0754};
const std::vector<double> even = {8.47, 9.522, 9.021, 9.191, 11.061, 9.192, 9.967, 10.884};

TEST(Statistics, MedianIsTheMiddle) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({9, 1, 5, 6}), 5.5);
}

// 9 C(8, 0) / 2^8 is 0.0352, and 8 / 2^7 is 0.0625. 16 C(15, 3) / 2^15 is 0.222, 16 C(15, 2) / 2^15
// is 0.0513, 16 C(15, 1) / 2^15 is 0.0073.
TEST(Statistics, IntervalEndsWhereTheMixtureSays) {
  std::vector<double> values(15);
  for (std::size_t i = 0; i < 15; ++i) values[i] = double(15 - i);
  EXPECT_EQ(median_interval(values, 0.95)->low, 2);
  EXPECT_EQ(median_interval(values, 0.95)->high, 14);
  EXPECT_EQ(median_interval(values, 1 - 0.0514)->low, 3);
  EXPECT_EQ(median_interval(values, 1 - 0.0514)->high, 13);
  EXPECT_FALSE(median_interval({1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(median_interval(even)->low, 8.47);
  EXPECT_EQ(median_interval(even)->high, 11.061);
}

TEST(Statistics, RatiosAreThoseOfMedians) {
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) pairs.emplace_back(a[i], b[i]);
  EXPECT_NEAR(paired_ratio(pairs).value, 0.924214, 1e-6);
  const Ratio unpaired = unpaired_ratio(a, b);
  EXPECT_NEAR(unpaired.value, 0.964896, 1e-6);
  const auto of_a = median_interval(a, 0.975), of_b = median_interval(b, 0.975);
  EXPECT_NEAR(unpaired.interval->low, of_b->low / of_a->high, 1e-12);
  EXPECT_NEAR(unpaired.interval->high, of_b->high / of_a->low, 1e-12);
}

// How often the interval holds the true median: at least as often as it promises; and not always,
// or it would say nothing. test_stopping.cpp stops in the midst of samples.
TEST(Statistics, IntervalsHoldTheTrueMedianAsOftenAsTheyPromise) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal(10, 1);
  std::exponential_distribution<double> skewed(1);
  for (const std::size_t count : {std::size_t{9}, std::size_t{20}}) {
    int normal_held = 0, skewed_held = 0;
    const int trials = 400;
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<double> x(count), y(count);
      for (double &value : x) value = normal(random);
      for (double &value : y) value = skewed(random);
      const auto of_x = median_interval(x), of_y = median_interval(y);
      normal_held += of_x->low <= 10 && 10 <= of_x->high;
      skewed_held += of_y->low <= std::log(2.0) && std::log(2.0) <= of_y->high;
    }
    EXPECT_GT(normal_held, 0.95 * trials) << count << " samples";
    EXPECT_GT(skewed_held, 0.95 * trials) << count << " samples";
    EXPECT_LT(normal_held, trials);
  }
}

TEST(Statistics, FewSamplesGiveNoIntervalAndDecideWhereTheyLieFarApart) {
  EXPECT_FALSE(unpaired_ratio(a, {9}).interval);
  EXPECT_EQ(decide(unpaired_ratio(a, {9}), 0.01), Change::inconclusive);
  EXPECT_EQ(decide(unpaired_ratio(a, {9, 9, 9}), 0.01), Change::slower);
  EXPECT_EQ(decide(unpaired_ratio(a, {1.5, 1.6, 1.5}), 0.01), Change::inconclusive);
}

TEST(Statistics, SpreadHoldsNearlyAllValuesAndNotTheirMedianAlone) {
  std::vector<double> values;
  for (int i = 1; i <= 99; ++i) values.push_back(double(i));
  const Ratio ratio = spread(values);  // of 99 values two are left out on either side
  EXPECT_NEAR(ratio.interval->low, 3.0 / 50, 1e-12);
  EXPECT_NEAR(ratio.interval->high, 97.0 / 50, 1e-12);
  EXPECT_FALSE(spread({1, 2, 3}).interval);
}

TEST(Statistics, TheRatioOfSingleValuesLeavesATenthOutOnEitherSide) {
  std::vector<double> before, after;
  for (int i = 1; i <= 20; ++i) before.push_back(double(i));
  for (int i = 1; i <= 10; ++i) after.push_back(100.0 * i);
  const Ratio ratio = ratio_of_single_values(before, after);
  EXPECT_NEAR(ratio.interval->low, 200.0 / 18, 1e-9);
  EXPECT_NEAR(ratio.interval->high, 900.0 / 3, 1e-9);
  EXPECT_NEAR(ratio.value, std::sqrt(500.0 * 600.0) / std::sqrt(10.0 * 11.0), 1e-9);
  EXPECT_EQ(ratio.samples, 10);
  EXPECT_FALSE(ratio_of_single_values(before, {1, 2, 3}).interval);
}

}  // namespace
}  // namespace ladder
