// The thesis on an analytical model (Parra 2016): what its equations make of its own inputs, and
// where its printed numbers do not follow. The numbers are those of
// results/published/parra-2016.json.
#include "harness/base/data_folder.h"
#include "harness/base/files.h"
#include "harness/base/json.h"
#include "harness/predict/model/compare_predictions.h"
#include "harness/predict/model/mwp_cwp.h"
#include "harness/predict/model/mwp_cwp_steps.h"
#include "harness/tests/made_code.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

class Published {
 public:
  Published()
      : json_(Json::parse(read_file(
            (data_folder().parent_path() / "results/published/parra-2016.json").string()))) {}

  double number(const std::string &table, const std::string &row, std::size_t column = 0) const {
    for (const Json &each : json_.at("tables"))
      if (each.at("id") == table) return each.at("values").at(row).at(column);
    throw std::out_of_range(table);
  }
  Json derived(const std::string &id) const {
    for (const Json &each : json_.at("derived"))
      if (each.at("id") == id) return each;
    throw std::out_of_range(id);
  }
  MwpCwpInputs example() const {
    const auto of = [&](const char *row) { return number("example", row); };
    MwpCwpInputs in;
    in.compute_instructions = of("compute instructions");
    in.memory_instructions = of("memory instructions");
    in.instruction_parallelism = std::round(of("instructions") / of("basic blocks"));
    in.memory_parallelism = of("parallel requests");
    in.transactions_a_request = of("transactions a request");
    in.first_level_miss_ratio = of("first-level miss ratio");
    in.second_level_miss_ratio = of("second-level miss ratio");
    in.bytes_a_thread = of("bytes a float");
    in.warps = of("warps");
    in.warps_a_multiprocessor = of("warps a multiprocessor");
    in.active_multiprocessors = of("active multiprocessors");
    in.instruction_latency = of("instruction latency");
    in.memory_latency = of("memory base latency");
    in.second_level_latency = of("second-level latency");
    in.first_level_latency = of("first-level latency");
    in.departure_delay = of("departure delay");
    in.cores_a_multiprocessor = of("cores a multiprocessor");
    in.warp_size = of("warp");
    in.clock_hz = 1e9 * of("clock");
    in.bandwidth_bytes_per_s = 1e9 * of("bandwidth");
    return in;
  }

 private:
  Json json_;
};

struct PrintedStep {
  const char *id;
  double value;
};

std::vector<PrintedStep> steps_of(const MwpCwp &m) {
  return {{"largest instruction parallelism", m.most_instructions_in_parallel},
          {"instruction parallelism of the warps", m.instructions_in_parallel},
          {"compute time", m.compute_time},
          {"memory latency", m.memory_latency},
          {"mean access time", m.access_time},
          {"bytes of a request", m.bytes_a_request},
          {"bandwidth of a warp", 1e-9 * m.bandwidth_of_a_warp},
          {"parallel warps at the peak bandwidth", m.warps_at_peak_bandwidth},
          {"compute cycles", m.compute_cycles},
          {"memory cycles", m.memory_cycles},
          {"compute parallelism", m.compute_warps},
          {"memory time, order 2, 8 warps", m.memory_time},
          {"share that overlaps", m.share_that_overlaps},
          {"execution time, order 2, 8 warps", m.time}};
}

TEST(MwpCwp, EachStepOfTheExampleFollowsOrIsNamed) {
  const Published published;
  for (const auto &[id, value] : steps_of(mwp_cwp(published.example()))) {
    const Json printed = published.derived(id);
    const double half_a_digit = 0.5 * std::pow(10.0, -printed.at("digits").get<int>());
    const double off = std::abs(value - printed.at("stated").get<double>());
    EXPECT_EQ(off <= half_a_digit * (1 + 1e-9), printed.at("holds").get<bool>())
        << id << ": " << value << ", printed as " << printed.at("stated");
  }
}

TEST(MwpCwp, TheFirstCellsOfTables45And47FollowFromThePrintedInputs) {
  const Published published;
  MwpCwpInputs in = published.example();
  EXPECT_NEAR(mwp_cwp(in).time, published.number("table 4.5", "2", 0), 0.005);
  in.warps = std::floor(50.0 * 50 * 50 / 32);  // the adjusted number of warps: one thread a cell
  EXPECT_NEAR(mwp_cwp(in).time, published.number("table 4.7", "2", 0), 0.005);
}

TEST(MwpCwp, TheSlipsThatCancelDoNotReachTheTime) {
  // Equation 4.39 was computed with the clock of table 4.2, equation 4.34 with another limit.
  const Published published;
  MwpCwpInputs in = published.example();
  in.clock_hz = 1e6 * published.number("table 4.2", "clock");
  const MwpCwp slow = mwp_cwp(in);
  EXPECT_NEAR(1e-9 * slow.bandwidth_of_a_warp, 0.2078, 5e-5);
  EXPECT_DOUBLE_EQ(slow.time, mwp_cwp(published.example()).time);
  EXPECT_LT(slow.instructions_in_parallel, 192);
}

// With CWP - 1 memory warps (equation 4.12) equations 4.8, 4.11 and 4.16 make the memory time equal
// to the compute time. The other cells of the row of order 2 do not follow from its inputs,
// whatever latency of memory is put in.
TEST(MwpCwp, MemoryDropsOutOfTheTimeWhereItShouldDecide) {
  MwpCwpInputs in = Published().example();
  in.warps_a_multiprocessor = 16;
  in.warps = 5488;
  const MwpCwp cheap = mwp_cwp(in);
  in.memory_latency *= 1.5;
  const MwpCwp dear = mwp_cwp(in);
  ASSERT_GT(cheap.memory_warps_of_compute, 1);
  EXPECT_NEAR(cheap.memory_time, cheap.compute_time, 1e-9 * cheap.compute_time);
  EXPECT_NEAR(dear.time, cheap.time, 1e-9 * cheap.time);
  EXPECT_GT(std::abs(cheap.time / Published().number("table 4.5", "2", 1) - 1), 0.02);
}

TEST(PredictionErrors, TheWorstCellsComeFirstAndTheSignIsKept) {
  const std::vector<Predicted> cells = {{"a", 11, 10}, {"b", 5, 10}, {"c", 10.2, 10}};
  const auto worst = worst_of(cells, 2);
  ASSERT_EQ(worst.size(), 2u);
  EXPECT_EQ(worst[0].what, "b");
  EXPECT_EQ(worst[1].what, "a");
  const auto errors = errors_of(cells);
  EXPECT_NEAR(errors.bias, (0.1 - 0.5 + 0.02) / 3, 1e-12);
  EXPECT_NEAR(errors.median, 0.1, 1e-12);
  EXPECT_NEAR(errors.most, 0.5, 1e-12);
  EXPECT_EQ(errors_of({}).mean, 0);
}

// The document's model as a ladder of models, on a machine that is made up.

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
