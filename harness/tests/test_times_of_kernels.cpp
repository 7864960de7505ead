// room: predict
// What the kernels of an adopted routine take beyond the roofline: what a first-level cache cannot
// keep for a block is loaded again, and exchanges of one address wait for each other.
#include "harness/predict/adopted/call_time.h"
#include "harness/predict/adopted/first_level.h"
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
  record.found.measured.push_back({"latency.l2.atomic", "cycles", "", 1, 400, 0, 1});
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

}  // namespace
}  // namespace ladder
