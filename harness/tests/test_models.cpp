// The models on a machine that is made up: which term decides, and by how much.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "harness/base/error.h"
#include "harness/model/models.h"

namespace ladder {
namespace {

constexpr double mib = 1 << 20;

MachineRecord made_up() {
  MachineRecord record;
  DeviceLimits &d = record.found.device;
  d = *limits_of_architecture("sm_90");
  d.name = "made-up GPU";
  d.multiprocessors = 100;
  d.l2_bytes = 50 * mib;
  d.clock_hz = 1e9;
  d.memory_bytes_per_s = 4e12;
  const auto add = [&](const char *name, double value, double at = 0) {
    record.found.measured.push_back({name, "", "", at, value, 0, 1});
  };
  add("clock.multiprocessor", 1e9);
  add("rate.issue", 128);
  add("rate.multiply_add", 128);
  add("latency.multiply_add", 4, 1);
  add("latency.memory.read_random", 700, 1);
  add("latency.l2.read", 280, 1);
  add("latency.l1.read", 32, 1);
  add("departure.memory.all_multiprocessors.delay_by_warp", 10);
  add("request.l1", 8, 1);
  add("request.l1", 1, 32);
  add("block.hand_out", 1e-9);
  add("block.life_empty", 300);
  add("launch.queued", 2e-6);
  add("launch.host_call", 1e-6);
  add("launch.graph", 1e-6);
  for (const char *mix : {"1_to_0", "3_to_1", "2_to_1", "1_to_1", "0_to_1"})
    add((std::string("bandwidth.memory.") + mix).c_str(), 3e12, 16);
  add("bandwidth.read_by_set", 9e12, 10 * mib);
  add("bandwidth.read_by_set", 9e12, 50 * mib);
  add("bandwidth.read_by_set", 3e12, 100 * mib);
  add("bandwidth.read_by_set", 3e12, 256 * mib);
  // What is written as often as it is read leaves the cache earlier.
  for (const auto &[mix, kept, lost] :
       {std::tuple{"3_to_1", 50, 100}, std::tuple{"1_to_1", 25, 50}}) {
    const std::string name = std::string("bandwidth.step_by_set.") + mix;
    add(name.c_str(), 9e12, kept * mib);
    add(name.c_str(), 3e12, lost * mib);
    add(name.c_str(), 3e12, 256 * mib);
    // Alone 800 cycles, 200 a block when memory is busy, together with an exponent of 4.
    for (int blocks = 1; blocks <= 8; ++blocks)
      add((std::string("residence.memory.") + mix).c_str(),
          std::pow(std::pow(800, 4) + std::pow(200 * blocks, 4), 0.25), blocks);
  }
  return record;
}

// A large streaming kernel: a load and a store of 16 B a thread. With 4 B the latency would not be covered.
KernelDemand streaming() {
  KernelDemand d;
  d.blocks = 1e6;
  d.threads = 256;
  d.registers = 32;
  d.instructions = 10;
  d.requests = 2;
  d.operations = 1e6 * 256;
  d.memory_bytes = d.l2_bytes = d.working_set_bytes = 1e6 * 256 * 32;
  d.fill_bytes = d.l2_bytes / 2;
  return d;
}

const Machine machine(made_up());

TEST(PredictedTimes, ValuesBetweenMeasuredOnesLieOnALineAndBeyondThemAreTheNearest) {
  EXPECT_NEAR(machine.value("bandwidth.read_by_set", 75 * mib), 6e12, 1);
  EXPECT_EQ(machine.value("bandwidth.read_by_set", 1), 9e12);
  EXPECT_EQ(machine.value("bandwidth.read_by_set", 1e12), 3e12);
  EXPECT_THROW(machine.value("nothing"), FileError);
}

TEST(PredictedTimes, ALargeStreamIsBoundByMemoryAsTheMeasuredRooflineSays) {
  const Prediction found = predict(machine, streaming());
  EXPECT_EQ(found.regime, "memory");
  const double roof = roofline_as_measured(machine, streaming());
  EXPECT_GT(found.seconds - 2e-6, roof);
  EXPECT_LT(found.seconds - 2e-6, 1.05 * roof);
  EXPECT_NEAR(roofline_as_measured(machine, streaming()), 1e6 * 256 * 32 / 3e12, 1e-9);
  EXPECT_NEAR(roofline_of_datasheet(machine.device(), streaming()), 1e6 * 256 * 32 / 4e12, 1e-9);
}

TEST(PredictedTimes, OneWordAThreadDoesNotCoverTheLatencyOfMemory) {
  KernelDemand narrow = streaming();
  narrow.memory_bytes = narrow.l2_bytes = narrow.working_set_bytes / 4;
  narrow.fill_bytes /= 4;
  EXPECT_EQ(predict(machine, narrow).regime, "latency");
  EXPECT_GT(predict(machine, narrow).seconds, 1.5 * roofline_as_measured(machine, narrow));
}

TEST(PredictedTimes, ManyRegistersLeaveLatencyUncovered) {
  KernelDemand heavy = streaming();
  heavy.registers = 255;
  const Prediction found = predict(machine, heavy);
  EXPECT_EQ(found.occupancy.blocks, 1);
  EXPECT_EQ(found.regime, "latency");
  EXPECT_GT(found.seconds, predict(machine, streaming()).seconds);
}

TEST(PredictedTimes, OneBlockIsALaunchAndALife) {
  KernelDemand small = streaming();
  small.blocks = 1;
  small.memory_bytes = small.l2_bytes = small.working_set_bytes = 8192;
  small.fill_bytes = 4096;
  const Prediction found = predict(machine, small);
  EXPECT_EQ(found.regime, "launch");
  // Its life: 300 cycles and a load of the second-level cache. Then what it keeps busy, which overlaps.
  const double life = 300e-9 + 280e-9, issue = 20e-9, l1 = 80e-9, l2 = 91e-9, hand_out = 100e-9;
  EXPECT_GT(found.seconds, 2e-6 + life + hand_out);
  EXPECT_LT(found.seconds, 2e-6 + life + issue + l1 + l2 + hand_out);
  EXPECT_NEAR(found.kernel_seconds, found.seconds - 1e-6, 1e-12);
  small.graph = true;
  EXPECT_NEAR(predict(machine, small).seconds, found.seconds - 1e-6, 1e-12);
}

TEST(PredictedTimes, RowsOfOneWordAreBoundByTheFirstLevelCache) {
  KernelDemand narrow = streaming();
  narrow.words_in_a_row = 1;
  narrow.requests = 40;
  EXPECT_EQ(predict(machine, narrow).regime, "first-level cache");
}

TEST(PredictedTimes, ManyInstructionsAreBoundByTheirIssue) {
  KernelDemand busy = streaming();
  busy.instructions = 5000;
  EXPECT_EQ(predict(machine, busy).regime, "issue");
}

TEST(PredictedTimes, SmallBlocksAreBoundByTheirHandOut) {
  KernelDemand tiny = streaming();
  tiny.threads = 32;
  tiny.memory_bytes = tiny.l2_bytes = 1e6 * 32 * 8;
  EXPECT_EQ(predict(machine, tiny).regime, "hand-out");
}

TEST(PredictedTimes, AWorkingSetThatFitsStaysInTheSecondLevelCache) {
  KernelDemand cached = streaming();
  cached.working_set_bytes = 20 * mib;
  cached.l2_bytes *= 4;
  const Prediction found = predict(machine, cached);
  EXPECT_EQ(found.regime, "second-level cache");
  KernelDemand beyond = cached;
  beyond.working_set_bytes = beyond.memory_bytes = cached.l2_bytes;
  EXPECT_LT(found.seconds, predict(machine, beyond).seconds / 2);
}

TEST(PredictedTimes, TheTimeLiesBetweenTheLongestTermAndTheSumOfAll) {
  const Prediction found = predict(machine, streaming());
  double longest = 0, sum = 0, launch = 0;
  for (const Term &term : found.terms) {
    if (term.name == "launch") {
      launch = term.seconds;
      continue;
    }
    longest = std::max(longest, term.seconds);
    sum += term.seconds;
    if (term.name == found.regime) {
      EXPECT_EQ(longest, term.seconds);
    }
  }
  EXPECT_GT(found.seconds - launch, longest);
  EXPECT_LT(found.seconds - launch, sum);
}

TEST(PredictedTimes, HowWellAMachineOverlapsIsReadFromStreamingBlocks) {
  EXPECT_NEAR(overlap_exponent(machine), 4, 0.3);
  EXPECT_EQ(together({3, 4}, 1), 7);
  EXPECT_NEAR(together({3, 4}, 2), 5, 1e-12);
  EXPECT_NEAR(together({3, 4}, 100), 4, 1e-3);
}

TEST(PredictedTimes, HowWellCopiesAheadOverlapIsReadFromTheirOwnMeasurement) {
  EXPECT_EQ(ahead_exponent(machine), overlap_exponent(machine)) << "it was not measured";
  MachineRecord record = made_up();
  const auto add = [&](const char *name, double value, double at) {
    record.found.measured.push_back({name, "", "", at, value, 0, 1});
  };
  add("ahead.copied", 1e-6, 0);
  for (double computing = 128; computing <= 2048; computing *= 2) {
    const double computed = 1e-9 * computing;
    add("ahead.computed", computed, computing);
    add("ahead.both", together({1e-6, computed}, 6), computing);
  }
  EXPECT_NEAR(ahead_exponent(Machine(record)), 6, 0.06);
}

TEST(PredictedTimes, TheSecondLevelCacheHoldsWhatTheBandwidthOfAStepSays) {
  EXPECT_EQ(l2_hits(machine, 20 * mib, 0.25), 1);
  EXPECT_EQ(l2_hits(machine, 200 * mib, 0.25), 0);
  // At 6e12 B/s cache and memory work together: 6^-p = 9^-p + m^p (3^-p - 9^-p) for a share m that is missed.
  const auto power = [](double rate) { return std::pow(rate, -overlap_exponent(machine)); };
  const double missed = 1 - l2_hits(machine, 75 * mib, 0.25);
  EXPECT_NEAR(power(6),
              power(9) + std::pow(missed, overlap_exponent(machine)) * (power(3) - power(9)), 1e-9);
}

TEST(PredictedTimes, WhatIsWrittenMoreLeavesTheSecondLevelCacheEarlier) {
  EXPECT_EQ(l2_hits(machine, 60 * mib, 0.5), 0);
  EXPECT_GT(l2_hits(machine, 60 * mib, 0.25), l2_hits(machine, 60 * mib, 0.375));
  EXPECT_GT(l2_hits(machine, 60 * mib, 0.375), 0);
  EXPECT_EQ(l2_hits(machine, 60 * mib, 0), l2_hits(machine, 60 * mib, 0.25));
}

TEST(PredictedTimes, ABlockMoreThanATurnTakesHoldsTheGridForALife) {
  KernelDemand turn = streaming();
  turn.blocks = 100.0 * predict(machine, streaming()).occupancy.blocks;
  KernelDemand more = turn;
  more.blocks += 1;
  const double life = 300e-9 + 280e-9;
  EXPECT_GT(predict(machine, more).seconds, predict(machine, turn).seconds + life);
}

TEST(PredictedTimes, PlanesThatPassedOutOfTheCacheComeAgain) {
  KernelDemand again = streaming();
  again.again_bytes = again.memory_bytes;
  again.again_distance = 200 * mib;
  EXPECT_NEAR(memory_traffic(machine, again), 2 * again.memory_bytes, 1);
  again.again_distance = 10 * mib;
  EXPECT_NEAR(memory_traffic(machine, again), again.memory_bytes, 1);
}

TEST(PredictedTimes, LinesComeIntoTheFirstLevelCacheBesideTheRequestsAtItsPublishedWidth) {
  EXPECT_NEAR(first_level_cycles(machine, streaming()), 16, 1e-6);  // requests of a block
  EXPECT_NEAR(fill_cycles(streaming()), 32 * 128 / 64.0, 1e-6);     // 32 lines of 128 B
}

TEST(PredictedTimes, WhatComesAheadComesWhileABlockComputes) {
  KernelDemand one_block = streaming();
  one_block.blocks = 1;
  one_block.memory_bytes = one_block.l2_bytes = one_block.working_set_bytes = 1e6;
  one_block.fill_bytes = 5e5;
  KernelDemand ahead = one_block;
  ahead.comes_ahead = true;
  const double after = predict(machine, one_block).seconds,
               meanwhile = predict(machine, ahead).seconds;
  EXPECT_LT(meanwhile, after);
  // The longer one of both remains.
  EXPECT_GT(meanwhile - 2e-6, (after - 2e-6) / 2);
}

TEST(PredictedTimes, AStepIsTheSumOfItsLaunches) {
  KernelDemand twice = streaming();
  twice.launches = 2;
  const double once = predict(machine, streaming()).seconds;
  EXPECT_NEAR(predict_step(machine, {twice, streaming()}).seconds, 3 * once, 1e-9);
}

TEST(PredictedTimes, WhatDoesNotFitIsRefused) {
  KernelDemand huge = streaming();
  huge.threads = 1024;
  huge.registers = 128;
  EXPECT_THROW(predict(machine, huge), UsageError);
}

TEST(PredictedTimes, TheDocumentsModelTakesMeasuredValues) {
  const double seconds = mwp_cwp_as_measured(machine, streaming());
  EXPECT_GT(seconds, 0);
  KernelDemand twice = streaming();
  twice.blocks *= 2;
  twice.memory_bytes *= 2;
  twice.l2_bytes *= 2;
  EXPECT_NEAR(mwp_cwp_as_measured(machine, twice), 2 * seconds, 1e-3 * seconds);
}

}  // namespace
}  // namespace ladder
