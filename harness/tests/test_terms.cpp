// room: predict
// The terms of a prediction, and what they take from micro-benchmarks, on a machine that is made
// up.
#include "harness/predict/adopted/call_time.h"
#include "harness/predict/adopted/first_level.h"
#include "harness/predict/adopted/gain.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

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

// What the kernels of an adopted routine take beyond the roofline: what a first-level cache cannot
// keep for a block is loaded again, and exchanges of one address wait for each other.

// A block of 256 threads that loads 100 sectors, and 800 of them again after so many other lines.
CountedKernel loads_again(double lines) {
  CountedKernel kernel;
  kernel.grid = {1, 1, 1}, kernel.block = {256, 1, 1};
  kernel.busy_blocks = 1, kernel.busy_warps = 8;
  kernel.requests = kernel.loads = 900;
  kernel.block_sectors = 100;
  kernel.again.assign(16, 0);
  kernel.again[std::size_t(std::log2(lines))] = 800;
  return kernel;
}

KernelDemand block(double shared_bytes) {
  KernelDemand demand;
  demand.blocks = 1, demand.threads = 256, demand.registers = 32;
  demand.shared_bytes = shared_bytes;
  return demand;
}

TEST(TimesOfKernels, WhatACacheCannotKeepIsLoadedAgain) {
  const DeviceLimits device = made_up_gpu().found.device;
  const FirstLevel whole(device, block(0)), rest(device, block(128 << 10));
  EXPECT_EQ(whole.missed(loads_again(256)), 100);
  EXPECT_EQ(rest.missed(loads_again(256)), 100);
  EXPECT_EQ(whole.missed(loads_again(4096)), 900);
  EXPECT_GT(rest.missed(loads_again(1024)), whole.missed(loads_again(1024)));
}

TEST(TimesOfKernels, ArraysOfThreadsThatDoNotFitAreMissed) {
  const FirstLevel cache(made_up_gpu().found.device, block(0));
  EXPECT_EQ(cache.misses(64), 0);
  EXPECT_GT(cache.misses(8192), 0.8);
}

TEST(TimesOfKernels, ExchangesOfOneAddressWaitForEachOther) {
  MachineRecord record = made_up_gpu();
  measured(record, "latency.l2.atomic", 400, 1);
  const Machine machine(record);
  CountedKernel kernel = loads_again(2);
  KernelCode code;
  Instruction exchange;
  exchange.kind = InstructionClass::atomic, exchange.opcode = 0x1a9;
  code.code.instructions = {exchange};
  const double alone = time_of(machine, kernel, code).seconds;
  kernel.busiest = 1000;
  EXPECT_NEAR(time_of(machine, kernel, code).seconds - alone, 1000 * 400 / machine.clock_hz(),
              1e-9);
  EXPECT_EQ(time_of(machine, kernel, code).bound, "atomics on one address");
}

TEST(TimesOfCalls, TheFirstLaunchOfAKernelInACallKeepsTheHostLonger) {
  MachineRecord record = made_up_gpu();
  measured(record, "launch.waited_for", 8e-6);
  for (const auto &[launches, seconds] :
       {std::pair{1, 20e-6}, {8, 62e-6}, {64, 230e-6}, {512, 1574e-6}, {4096, 12326e-6}})
    measured(record, "call.launches_behind_copies", seconds, launches);
  const Machine machine(record);
  const auto resident = [&](std::vector<std::string> names, double seconds = 1e-7) {
    std::vector<KernelTime> kernels(names.size());
    CountedStage stage;
    stage.calls.resize(1);
    for (std::size_t k = 0; k < names.size(); ++k) {
      kernels[k].demand.kernel = names[k], kernels[k].seconds = seconds;
      stage.calls[0].during.push_back({HostEvent::launch, 0, "", false, k});
    }
    return call_time(machine, stage, kernels).resident;
  };
  EXPECT_NEAR(resident({"a", "b", "c", "d"}) - resident({"a", "a", "a", "a"}), 3 * 3e-6, 1e-9);
  EXPECT_GT(resident({"a", "a"}, 1e-3), 2e-3) << "the device is waited for";
}

TEST(TimesOfCalls, AProgramWaitsForTheStartOfTheDeviceAndListsAGraphOnce) {
  CallTime call;
  call.as_called = 3e-3, call.resident = 2e-3, call.listing = 1e-3;
  const Json about = {{"program_s", 2.0}, {"routine_s", 1.5}, {"calls_made", 100}};
  const AdoptedGain found = in_program(about, call);
  EXPECT_NEAR(found.run_as_called_s, start_of_device + 0.5 + 100 * 3e-3 + 1e-3, 1e-9);
  EXPECT_NEAR(found.program_as_called, 2 / found.run_as_called_s, 1e-9);
  EXPECT_NEAR(found.as_called, 0.015 / 3e-3, 1e-9);
}

}  // namespace
}  // namespace ladder
