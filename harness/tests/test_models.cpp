// room: predict
// The models on a machine that is made up: which term decides, and by how much.
#include "harness/predict/model/march.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

TEST(PredictedTimes, ValuesBetweenMeasuredOnesLieOnALineAndBeyondThemAreTheNearest) {
  EXPECT_NEAR(example_gpu.value("bandwidth.read_by_set", 75 * mib), 6e12, 1);
  EXPECT_EQ(example_gpu.value("bandwidth.read_by_set", 1), 9e12);
  EXPECT_EQ(example_gpu.value("bandwidth.read_by_set", 1e12), 3e12);
  EXPECT_THROW(example_gpu.value("nothing"), FileError);
}

TEST(PredictedTimes, ALargeStreamIsBoundByMemoryAsTheMeasuredRooflineSays) {
  const Prediction found = predict(example_gpu, streaming());
  EXPECT_EQ(found.regime, "memory");
  const double roof = roofline_as_measured(example_gpu, streaming());
  EXPECT_GT(found.seconds - 2e-6, roof);
  EXPECT_LT(found.seconds - 2e-6, 1.05 * roof);
  EXPECT_NEAR(roofline_as_measured(example_gpu, streaming()), 1e6 * 256 * 32 / 3e12, 1e-9);
  EXPECT_NEAR(roofline_of_datasheet(example_gpu.device(), streaming()), 1e6 * 256 * 32 / 4e12,
              1e-9);
}

TEST(PredictedTimes, OneBlockIsALaunchAndALife) {
  KernelDemand small = streaming();
  small.blocks = 1;
  small.memory_bytes = small.l2_bytes = small.working_set_bytes = 8192;
  small.fill_bytes = 4096;
  const Prediction found = predict(example_gpu, small);
  EXPECT_EQ(found.regime, "launch");
  // Its life: 300 cycles and a load of the second-level cache. Then what it keeps busy, which
  // overlaps.
  const double life = 300e-9 + 280e-9, issue = 20e-9, l1 = 80e-9, l2 = 91e-9, hand_out = 100e-9;
  EXPECT_GT(found.seconds, 2e-6 + life + hand_out);
  EXPECT_LT(found.seconds, 2e-6 + life + issue + l1 + l2 + hand_out);
  EXPECT_NEAR(found.kernel_seconds, found.seconds - 1e-6, 1e-12);
  small.graph = true;
  EXPECT_NEAR(predict(example_gpu, small).seconds, found.seconds - 1e-6, 1e-12);
}

TEST(PredictedTimes, TheLastBlockOfAGridBeginsWhenAllAreHandedOut) {
  KernelDemand one = streaming(), many = one;
  one.blocks = 1, many.blocks = 100;  // one on each multiprocessor
  for (auto *k : {&one, &many}) k->fill_bytes = k->l2_bytes = k->memory_bytes = 1;
  EXPECT_GT(predict(example_gpu, many).seconds - predict(example_gpu, one).seconds, 99e-9);
}

TEST(PredictedTimes, AKernelIsBoundByWhatItAsksForMostOf) {
  KernelDemand narrow = streaming(), busy = streaming(), tiny = streaming();
  narrow.words_in_a_row = 1, narrow.requests = 40;
  busy.instructions = 5000;
  tiny.threads = 32, tiny.memory_bytes = tiny.l2_bytes = 1e6 * 32 * 8;
  EXPECT_EQ(predict(example_gpu, narrow).regime, "first-level cache");
  EXPECT_EQ(predict(example_gpu, busy).regime, "issue");
  EXPECT_EQ(predict(example_gpu, tiny).regime, "hand-out");
  // The latency of memory is covered neither by one word a thread nor by one block.
  KernelDemand one_word = streaming(), one_block = streaming();
  one_word.memory_bytes = one_word.l2_bytes = one_word.working_set_bytes / 4;
  one_word.fill_bytes /= 4, one_block.registers = 255;
  EXPECT_EQ(predict(example_gpu, one_block).occupancy.blocks, 1);
  for (const KernelDemand &waits : {one_word, one_block}) {
    EXPECT_EQ(predict(example_gpu, waits).regime, "latency");
    EXPECT_GT(predict(example_gpu, waits).seconds, 1.5 * roofline_as_measured(example_gpu, waits));
  }
}

TEST(PredictedTimes, AWorkingSetThatFitsStaysInTheSecondLevelCache) {
  KernelDemand cached = streaming();
  cached.working_set_bytes = 20 * mib;
  cached.l2_bytes *= 4;
  const Prediction found = predict(example_gpu, cached);
  EXPECT_EQ(found.regime, "second-level cache");
  KernelDemand beyond = cached;
  beyond.working_set_bytes = beyond.memory_bytes = cached.l2_bytes;
  EXPECT_LT(found.seconds, predict(example_gpu, beyond).seconds / 2);
}

TEST(PredictedTimes, ABlockMoreThanATurnTakesHoldsTheGridForALife) {
  KernelDemand turn = streaming();
  turn.blocks = 100.0 * predict(example_gpu, streaming()).occupancy.blocks;
  KernelDemand more = turn;
  more.blocks += 1;
  const double life = 300e-9 + 280e-9;
  EXPECT_GT(predict(example_gpu, more).seconds, predict(example_gpu, turn).seconds + life);
}

TEST(PredictedTimes, ShortBlocksGoWhereAPlaceIsFree) {
  EXPECT_EQ(last_end(4, 0, 1, 2), 2);
  EXPECT_EQ(last_end(5, 0, 1, 2), 3);
  EXPECT_EQ(last_end(4, 2, 0.25, 2), 2.25);
  EXPECT_EQ(last_end(5, 2, 0.5, 2), 3);  // both next to the last whole one
  EXPECT_EQ(last_end(5, 3, 0.5, 2), 3.5);
}

TEST(PredictedTimes, BlocksAtTheEdgeOfAMarchHaveLessToCome) {
  KernelDemand edge;
  edge.blocks = 4;
  edge.across = {2, 1};
  edge.within = {0.5, 1};
  const auto comes = [](double, double share) { return 3 * share; };
  EXPECT_NEAR(last_end_of_march(edge, 1, comes), 3 * 4, 1e-9);
  // 4, and 2 and 4; then 2 where the first place is free.
  EXPECT_NEAR(last_end_of_march(edge, 2, comes), 6, 1e-9);
  // All at once: the whole ones end last.
  EXPECT_NEAR(last_end_of_march(edge, 4, comes), 4, 1e-9);
  const auto computes = [](double, double) { return 3.0; };
  EXPECT_NEAR(last_end_of_march(edge, 2, computes), 6, 1e-9);
  edge.short_blocks = 2;
  edge.short_share = 0.5;
  EXPECT_NEAR(last_end_of_march(edge, 2, computes), 4.5, 1e-9);
}

TEST(PredictedTimes, WhatComesAheadComesWhileABlockComputes) {
  KernelDemand one_block = streaming();
  one_block.blocks = 1;
  one_block.memory_bytes = one_block.l2_bytes = one_block.working_set_bytes = 1e6;
  one_block.fill_bytes = 5e5;
  KernelDemand ahead = one_block;
  ahead.comes_ahead = true;
  const double after = predict(example_gpu, one_block).seconds,
               meanwhile = predict(example_gpu, ahead).seconds;
  EXPECT_LT(meanwhile, after);
  // The longer one of both remains.
  EXPECT_GT(meanwhile - 2e-6, (after - 2e-6) / 2);
}

TEST(PredictedTimes, AStepIsTheSumOfItsLaunches) {
  KernelDemand twice = streaming();
  twice.launches = 2;
  const double once = predict(example_gpu, streaming()).seconds;
  EXPECT_NEAR(predict_step(example_gpu, {twice, streaming()}).seconds, 3 * once, 1e-9);
}

TEST(PredictedTimes, WhatDoesNotFitIsRefused) {
  KernelDemand huge = streaming();
  huge.threads = 1024;
  huge.registers = 128;
  EXPECT_THROW(predict(example_gpu, huge), UsageError);
}

// The terms of a prediction, and what they take from micro-benchmarks, on a machine that is made
// up.

TEST(Terms, TheTimeLiesBetweenTheLongestTermAndTheSumOfAll) {
  const Prediction found = predict(example_gpu, streaming());
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

TEST(Terms, HowWellAMachineOverlapsIsReadFromStreamingBlocks) {
  EXPECT_NEAR(overlap_exponent(example_gpu), 4, 0.3);
  EXPECT_EQ(together({3, 4}, 1), 7);
  EXPECT_NEAR(together({3, 4}, 2), 5, 1e-12);
  EXPECT_NEAR(together({3, 4}, 100), 4, 1e-3);
}

TEST(Terms, HowWellCopiesAheadOverlapIsReadFromTheirOwnMeasurement) {
  EXPECT_EQ(ahead_exponent(example_gpu), overlap_exponent(example_gpu)) << "it was not measured";
  MachineRecord record = made_up_gpu();
  measured(record, "ahead.copied", 1e-6);
  for (double computing = 128; computing <= 2048; computing *= 2) {
    const double computed = 1e-9 * computing;
    measured(record, "ahead.computed", computed, computing);
    measured(record, "ahead.both", together({1e-6, computed}, 6), computing);
  }
  EXPECT_NEAR(ahead_exponent(Machine(record)), 6, 0.06);
}

TEST(Terms, TheSecondLevelCacheHoldsWhatTheBandwidthOfAStepSays) {
  EXPECT_EQ(l2_hits(example_gpu, 20 * mib, 0.25), 1);
  EXPECT_EQ(l2_hits(example_gpu, 200 * mib, 0.25), 0);
  // At 6e12 B/s cache and memory work together: 6^-p = 9^-p + m^p (3^-p - 9^-p) for a share m that
  // is missed.
  const auto power = [](double rate) { return std::pow(rate, -overlap_exponent(example_gpu)); };
  const double missed = 1 - l2_hits(example_gpu, 75 * mib, 0.25);
  EXPECT_NEAR(power(6),
              power(9) + std::pow(missed, overlap_exponent(example_gpu)) * (power(3) - power(9)),
              1e-9);
}

TEST(Terms, WhatIsWrittenMoreLeavesTheSecondLevelCacheEarlier) {
  EXPECT_EQ(l2_hits(example_gpu, 60 * mib, 0.5), 0);
  EXPECT_GT(l2_hits(example_gpu, 60 * mib, 0.25), l2_hits(example_gpu, 60 * mib, 0.375));
  EXPECT_GT(l2_hits(example_gpu, 60 * mib, 0.375), 0);
  EXPECT_EQ(l2_hits(example_gpu, 60 * mib, 0), l2_hits(example_gpu, 60 * mib, 0.25));
}

TEST(Terms, PlanesThatPassedOutOfTheCacheComeAgain) {
  KernelDemand again = streaming();
  again.again_bytes = again.memory_bytes;
  again.again_distance = 200 * mib;
  EXPECT_NEAR(memory_traffic(example_gpu, again), 2 * again.memory_bytes, 1);
  again.again_distance = 10 * mib;
  EXPECT_NEAR(memory_traffic(example_gpu, again), again.memory_bytes, 1);
}

TEST(Terms, RowsShorterThanAnAtomMoveNoMoreBytesAndTakeTheTimeOfWholeAtoms) {
  KernelDemand narrow = streaming();
  narrow.row_bytes = 32;
  EXPECT_EQ(memory_traffic(example_gpu, narrow), memory_traffic(example_gpu, streaming()));
  EXPECT_NEAR(memory_work(example_gpu, narrow), 2 * memory_traffic(example_gpu, narrow), 1);
  narrow.row_bytes = 64;
  EXPECT_EQ(memory_work(example_gpu, narrow), memory_traffic(example_gpu, narrow));
}

TEST(Terms, InEachPhaseTheUnitThatTakesLongestCounts) {
  KernelDemand demand = streaming();
  demand.threads = 32;
  demand.instructions = 32;
  const double of_all = issue_cycles(example_gpu, demand);
  EXPECT_NEAR(of_all, 8, 1e-6);  // four schedulers
  demand.phases = {{16, 4, 4, 1}, {16, 4, 4, 1}};
  EXPECT_NEAR(issue_cycles(example_gpu, demand), of_all, 1e-6);
  demand.phases = {{16, 16, 0, 0}, {16, 0, 0, 4}};  // at half and at an eighth of the rate
  EXPECT_NEAR(issue_cycles(example_gpu, demand), 8 + 8, 1e-6);
}

TEST(Terms, LinesComeIntoTheFirstLevelCacheInAdditionToTheRequestsAtItsPublishedWidth) {
  EXPECT_NEAR(first_level_cycles(example_gpu, streaming()), 16, 1e-6);  // requests of a block
  EXPECT_NEAR(fill_cycles(streaming()), 32 * 128 / 64.0, 1e-6);         // 32 lines of 128 B
}

TEST(Terms, PartsOfASectorThatLeaveTheCacheApartAreReadAndWrittenOnceMore) {
  KernelDemand whole = streaming(), split = whole;
  split.split_sectors = 1e6;
  split.block_bytes = 1e3;  // of all that are at once 1 MB
  EXPECT_NEAR(memory_work(example_gpu, split), memory_work(example_gpu, whole), 1);
  split.block_bytes = 1e6;
  EXPECT_NEAR(memory_work(example_gpu, split) - memory_work(example_gpu, whole), 3 * 64 * 1e6, 1);
  EXPECT_NEAR(memory_traffic(example_gpu, split) - memory_traffic(example_gpu, whole), 3 * 32 * 1e6,
              1);
}

}  // namespace
}  // namespace ladder
