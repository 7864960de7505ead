// The canary: when it is read, what a record keeps of it, and what two of them say of the machine.
#include <sched.h>

#include "harness/answers/check/decision.h"
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

}  // namespace
}  // namespace ladder
