// What the kernels of an adopted routine take beyond the roofline: what a first-level cache cannot
// keep for a block is loaded again, and exchanges of one address wait for each other.
#include "harness/predict/adopted/first_level.h"
#include "harness/predict/adopted/kernel_time.h"
#include "harness/predict/model/load_rounds.h"
#include "harness/tests/made_code.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

// A block of 256 threads that loads 100 sectors, and 800 of them again after so many other lines.
CountedKernel loads_again(double lines) {
  CountedKernel kernel;
  kernel.grid = {1, 1, 1}, kernel.block = {256, 1, 1};
  kernel.busy_blocks = 1, kernel.busy_warps = 8;
  kernel.requests = kernel.loads = 900;
  kernel.block_sectors = 100;
  kernel.again.assign(64, 0);
  kernel.again[std::size_t(4 * std::log2(lines))] = 800;
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
  EXPECT_EQ(whole.missed(loads_again(1500)), 100);
  EXPECT_GT(whole.missed(loads_again(2000)), 500);
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

TEST(TimesOfKernels, WordsOfOneAddressChangeAtARateOfTheirOwn) {
  MachineRecord record = made_up_gpu();
  measured(record, "atomic.double", 2e-9, 1);
  measured(record, "atomic.word", 1e-9, 1);
  const Machine machine(record);
  const auto seconds = [&](int bytes, double changes) {
    CountedKernel kernel = loads_again(2);
    kernel.busiest = changes;
    KernelCode code;
    code.code.instructions = {access_of(atomic, bytes)};
    return time_of(machine, kernel, code).seconds;
  };
  EXPECT_NEAR(seconds(8, 1000) - seconds(8, 0), 2e-6, 1e-9);
  EXPECT_NEAR(seconds(4, 1000) - seconds(4, 0), 1e-6, 1e-9);
}

TEST(TimesOfKernels, LanesOfOneBankAreWaitedForAndLessWhereOtherWarpsAskInBetween) {
  const auto longer = [](double cycles, double warps) {
    CountedKernel kernel = loads_again(2);
    kernel.busy_warps = warps, kernel.first_level_cycles = cycles * kernel.loads;
    return FirstLevel(made_up_gpu().found.device, block(0)).in_turn(kernel);
  };
  EXPECT_EQ(longer(1, 1), 0);
  EXPECT_EQ(longer(32, 1), 31);
  EXPECT_EQ(longer(32, 8), 31.0 / 8);
  const Machine machine(made_up_gpu());
  KernelDemand demand = block(0);
  demand.missing = {0};
  const double alike = cycles_of_loads(machine, demand, 4);
  demand.in_turn = 31;
  EXPECT_EQ(cycles_of_loads(machine, demand, 4) - alike, 4 * 31);
}

TEST(TimesOfKernels, WhoLoadsNothingGoesOnWhileItsStoresAreMoved) {
  const Machine machine(made_up_gpu());
  const auto seconds = [&](double loads) {
    CountedKernel kernel = loads_again(2);
    kernel.again.clear(), kernel.block_sectors = 0;
    kernel.loads = loads, kernel.requests = kernel.first_level_cycles = 1e5;
    kernel.fresh_together = {0};
    KernelCode code;
    code.code.instructions = {one(integer, 20000), leave()};
    return time_of(machine, kernel, code).seconds;
  };
  EXPECT_LT(seconds(0), seconds(1) - 5e-6);
}

TEST(TimesOfKernels, StoresThatStayInRegistersWriteNothing) {
  CountedKernel kernel = loads_again(2);
  kernel.again.clear(), kernel.block_sectors = 0;
  kernel.loads = 8, kernel.requests = 8 + 8 * 27, kernel.store_sectors = 4 * 8 * 27;
  kernel.store_lines = 8 * 27;
  const Machine machine(made_up_gpu());
  const auto written = [&](std::size_t stores) {
    KernelCode code;
    code.code.instructions.assign(stores, access_of(global_store, 4));
    code.code.instructions.push_back(access_of(global_load, 4));
    code.code.instructions.push_back(leave());
    return demand_of(machine, kernel, code).l2_bytes;
  };
  EXPECT_NEAR(written(27) / written(1), 27, 1e-9);
  EXPECT_EQ(written(27), 27 * 8 * 4 * bytes_of_a_sector);
  EXPECT_EQ(written(30), written(27)) << "not all of them were executed";
}

// Launches of one kernel by the loads of each; -1: it was not looked at.
double loads_of(const std::vector<double> &launches) {
  Json events = Json::array();
  for (const double loads : launches) {
    events.push_back({{"event", "launch"}, {"name", "k"}, {"dynamic", 0}});
    events.back()["grid"] = events.back()["block"] = {1, 1, 1};
    if (loads < 0) continue;
    for (const char *each :
         {"stores", "atomics", "shared", "lanes", "first_level_cycles", "shared_cycles",
          "load_sectors", "block_sectors", "store_sectors", "load_lines", "store_lines",
          "atomic_lanes", "busiest", "longest", "bus_sectors"})
      events.back()[each] = 0;
    for (const char *each : {"busy_blocks", "looked_at", "busy_warps"}) events.back()[each] = 1;
    for (const char *each : {"again", "slowest", "fresh_together", "arrays", "sites"})
      events.back()[each] = Json::array();
    events.back()["loads"] = loads;
  }
  return counted_stage(events).kernels.at(0).loads;
}

TEST(TimesOfKernels, ALaunchThatWasNotLookedAtDoesAsTheOneBefore) {
  EXPECT_EQ(loads_of({1, 7}), 4);
  EXPECT_EQ(loads_of({1, 7, -1, -1}), 5.5);
  EXPECT_EQ(loads_of({1, -1, -1, 9}), 3);
}

TEST(TimesOfKernels, WarpsIssueWhileOthersAreOnTheirWay) {
  const Machine machine(made_up_gpu());
  const auto cycles = [&](std::size_t instructions, double warps) {
    CountedKernel kernel = loads_again(2);
    kernel.again.clear();
    kernel.block = {32 * warps, 1, 1}, kernel.busy_warps = warps;
    KernelCode code;
    code.code.instructions.assign(instructions, one(float32, 1));
    code.code.instructions.push_back(leave());
    return time_of(machine, kernel, code).seconds * machine.clock_hz();
  };
  const double way = cycles(20000, 1) - cycles(0, 1), all = cycles(20000, 32) - cycles(0, 32);
  EXPECT_GT(all, 8 * 20000 * 0.9) << "32 warps share four schedulers";
  EXPECT_LT(all, 8 * 20000 + 0.5 * way);
}

TEST(TimesOfKernels, BlocksEndApartAsTheyBegin) {
  MachineRecord record = made_up_gpu();
  measured(record, "launch.graph_of_loads", 1.0e-6, 1);
  measured(record, "launch.graph_of_loads", 1.2e-6, 100);
  const Machine machine(record);
  const auto seconds = [&](double blocks) {
    CountedKernel kernel;
    kernel.grid = {blocks, 1, 1}, kernel.block = {32, 1, 1};
    kernel.busy_blocks = kernel.busy_warps = blocks;
    return time_of(machine, kernel, {}).seconds;
  };
  EXPECT_GT(seconds(100) - seconds(1), 0.39e-6);
}

TEST(TimesOfKernels, WhatIsBeforeTheCopiesOfALoopIsExecutedInAnyCase) {
  const Machine machine(made_up_gpu());
  const auto cycles = [&](std::size_t before) {
    CountedKernel kernel = loads_again(2);
    kernel.way = {.times = {{"a", 1}}, .accesses = {{"a", {{0, 1}}}}};
    KernelCode code;
    code.code.instructions.assign(before, one(float32, 1));
    code.lines.assign(before, "before");
    for (int copy = 0; copy < 4; ++copy) {
      code.code.instructions.push_back(access_of(global_load, 4));
      code.lines.push_back("a");
    }
    code.code.instructions.push_back(leave());
    return time_of(machine, kernel, code).seconds * machine.clock_hz();
  };
  EXPECT_GT(cycles(20000) - cycles(0), 0.95 * 20000);
}

TEST(TimesOfKernels, CopiesOfALoadTakeNothingFromStores) {
  CountedKernel kernel = loads_again(2);
  kernel.requests = 16, kernel.loads = 8, kernel.store_sectors = 256;
  kernel.way = {.times = {{"a", 1}, {"b", 1}}, .accesses = {{"a", {{0, 1}}}, {"b", {{1, 1}}}}};
  KernelCode code;
  const Instruction load = access_of(global_load, 4), store = access_of(global_store, 4);
  code.code.instructions = {load, load, load, load, store, leave()};
  code.lines = {"a", "a", "a", "a", "b", "end"};
  const KernelDemand demand = demand_of(Machine(made_up_gpu()), kernel, code);
  EXPECT_EQ(demand.l2_bytes - demand.fill_bytes, 32 * 256);
}

TEST(TimesOfKernels, KernelsInTurnFetchWhatInstructionCachesDoNotKeep) {
  const auto seconds = [](double bytes, std::vector<std::string> names) {
    std::vector<KernelTime> kernels(names.size());
    for (std::size_t k = 0; k < names.size(); ++k)
      kernels[k].demand.kernel = names[k], kernels[k].demand.code_bytes = bytes;
    fetch_code_in_turn(kernels);
    return kernels.back().seconds;
  };
  EXPECT_EQ(seconds(15 << 10, {"a", "b"}), 0);
  EXPECT_EQ(seconds(15 << 10, {"a", "b", "a", "b"}), 0);
  EXPECT_GT(seconds(15 << 10, {"a", "b", "c"}), 0);
}

}  // namespace
}  // namespace ladder
