// room: predict
// The document's model as a ladder of models, on a machine that is made up.
#include "harness/predict/model/mwp_cwp.h"
#include "harness/predict/model/mwp_cwp_steps.h"
#include "harness/tests/made_code.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

// Two groups: an address and a load, then what waits for it.
KernelDemand with_code() {
  KernelDemand d = streaming();
  d.code.instructions = {one(integer, 2), into(one(global_load), 0), behind(one(float32, 2), 0),
                         one(global_store)};
  d.trips.taken.assign(4, false);
  return d;
}

std::map<std::string, double> seconds_of(const KernelDemand &demand) {
  std::map<std::string, double> found;
  for (const auto &[name, seconds] : mwp_cwp_steps(example_gpu, demand)) found[name] = seconds;
  return found;
}

TEST(MwpCwpSteps, TheFirstOneHasTheThesisInputs) {
  const KernelDemand d = with_code();
  MwpCwpInputs in;
  in.compute_instructions = in.memory_instructions = 2;  // of the four in the code
  in.instruction_parallelism = 2;                        // four in two groups
  in.memory_parallelism = 1;                             // one is before the first load
  in.transactions_a_request = 21;
  in.first_level_miss_ratio = 0.05;
  in.warps = d.blocks * 8;
  in.warps_a_multiprocessor = 8;  // one block
  in.active_multiprocessors = 100;
  in.instruction_latency = 40;
  in.memory_latency = 700;
  in.first_level_latency = 14;    // the mean of 24 and 4
  in.second_level_latency = 357;  // the mean of 14 and 700
  in.departure_delay = 0;         // the made-up latency does not depend on the warps
  in.cores_a_multiprocessor = 128;
  in.clock_hz = 1e9;
  in.bandwidth_bytes_per_s = 4e12;
  EXPECT_NEAR(mwp_cwp_steps(example_gpu, d).front().seconds, 1e-9 * mwp_cwp(in).time, 1e-12);
}

TEST(MwpCwpSteps, ExecutedInstructionsCountAsOftenAsTheyAreExecuted) {
  KernelDemand loop = with_code(), twice = with_code();
  loop.instructions = 5000;
  twice.instructions = 10000;
  const auto once = seconds_of(loop), often = seconds_of(twice);
  EXPECT_EQ(often.at("as printed"), once.at("as printed"));
  EXPECT_NEAR(often.at("executed instructions") / once.at("executed instructions"), 2, 0.01);
}

TEST(MwpCwpSteps, WhereItComputesTheLatencyOfADivisionIsUpToTenTimesTooMuch) {
  KernelDemand busy = with_code();
  busy.instructions = 5000;
  const auto found = seconds_of(busy);
  const double too_much = found.at("executed instructions") / found.at("latency of a multiply-add");
  EXPECT_GT(too_much, 8);  // some of the memory time is added to either
  EXPECT_LE(too_much, 10);
}

TEST(MwpCwpSteps, MeasuredRatesTakeAStreamToTheRoof) {
  const double roof = roofline_as_measured(example_gpu, streaming());
  const auto found = seconds_of(with_code());
  EXPECT_GE(found.at("measured rates"), 0.999 * roof);
  EXPECT_LT(found.at("measured rates"), 1.2 * roof);
  EXPECT_LT(std::abs(found.at("measured rates") / roof - 1),
            std::abs(found.at("as printed") / roof - 1));
}

TEST(MwpCwpSteps, TheLastHasTheLaunchAndIsTheModelOfTheTable) {
  KernelDemand one_block = with_code();
  one_block.blocks = 1;
  const auto steps = mwp_cwp_steps(example_gpu, one_block);
  EXPECT_EQ(mwp_cwp_corrected(example_gpu, one_block), steps.back().seconds);
  EXPECT_GT(steps.back().seconds, 1.3e-6);  // of an empty one, 1 us and 300 cycles
}

TEST(MwpCwpSteps, ABlockMoreThanTheMultiprocessorsHaveTakesATurnOfItsOwn) {
  KernelDemand whole = with_code(), more = with_code();
  whole.blocks = 100;
  more.blocks = 101;
  const double of_one = mwp_cwp_corrected(example_gpu, whole) - 1.3e-6,
               of_more = mwp_cwp_corrected(example_gpu, more) - 1.3e-6;
  EXPECT_GT(of_more, 1.5 * of_one);
}

TEST(MwpCwpSteps, WhatAsksForNoMemoryHasATime) {
  KernelDemand none = with_code();
  none.requests = 0;
  for (const ModelStep &step : mwp_cwp_steps(example_gpu, none))
    EXPECT_TRUE(std::isfinite(step.seconds) && step.seconds > 0) << step.name;
}

}  // namespace
}  // namespace ladder
