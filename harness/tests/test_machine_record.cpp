// The record of a machine: what was measured comes back, and a file that is none is refused.

#include <stdexcept>

#include "harness/predict/microbench/rounds.h"
#include "harness/predict/microbench/statistics.h"
#include "harness/predict/model/machine_record.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

MachineRecord made_up() {
  MachineRecord record{"2026-11-22T09:00:00Z", "abc", {}};
  record.found.device.name = "Made-up GPU";
  record.found.device.multiprocessors = 3;
  record.found.device.shared_bytes_a_block = 1024;
  record.found.measured = {{"latency.add", "cycles", "warps", 1, 4.0625, 0.125, 21},
                           {"latency.add", "cycles", "warps", 32, 8, 0.25, 21},
                           {"launch.stream", "s", "", 0, 2.5e-6, 1e-9, 15}};
  record.found.not_measured = {{"clusters", "why"}};
  return record;
}

TEST(MachineRecord, ComesBackAsItWas) {
  const Json json = machine_json(made_up());
  EXPECT_EQ(machine_json(machine_of_json(Json::parse(json.dump()))), json);
  EXPECT_TRUE(json.dump().starts_with(records_of_machines.opening));
}

TEST(MachineRecord, EveryFieldIsNeeded) {
  const Json whole = machine_json(made_up());
  for (const auto &[field, value] : whole.items()) {
    Json less = whole;
    less.erase(field);
    EXPECT_THROW(machine_of_json(less), FileError) << field;
  }
  for (const auto &[field, value] : whole.at("device").items()) {
    Json less = whole;
    less["device"].erase(field);
    EXPECT_THROW(machine_of_json(less), FileError) << field;
  }
  Json newer = whole;
  newer["machine_schema"] = 999;
  EXPECT_THROW(machine_of_json(newer), FileError);
  EXPECT_THROW(machine_of_json(Json()), FileError);
}

using MachineFile = TestFolder;

TEST_F(MachineFile, ItsRunsCountAsTheirMedian) {
  const auto file = machine_file(folder, "made-up");
  std::filesystem::create_directories(file.parent_path());
  MachineRecord earlier = made_up(), another = made_up(), later = made_up();
  later.time = "2026-11-23T09:00:00Z";
  const double value = later.found.measured.front().value;
  earlier.found.measured = {later.found.measured.front()};  // a part of a run counts too
  earlier.found.measured.front().value = 3 * value;
  another.found.device.name = "another device";
  another.found.measured.front().value = 100 * value;
  for (const MachineRecord &run : {earlier, another, later})
    std::ofstream(file, std::ios::app) << machine_json(run).dump() << '\n';
  const MachineRecord read = read_machine(file);
  EXPECT_EQ(read.time, later.time);
  ASSERT_EQ(read.found.measured.size(), later.found.measured.size());
  EXPECT_DOUBLE_EQ(read.found.measured.front().value, 2 * value);
  EXPECT_DOUBLE_EQ(read.found.measured.back().value, later.found.measured.back().value);
  EXPECT_EQ(known_machines(folder), std::vector<std::string>{"made-up"});
  EXPECT_TRUE(known_machines(folder / "nowhere").empty());
  std::ofstream(file, std::ios::app) << "{\"kind\":\n";
  EXPECT_THROW(read_machine(file), FileError);
}

TEST(MachineRecord, TheTableTellsFirstAndLastWithTheirUncertainty) {
  const std::string table = machine_table(made_up());
  EXPECT_HAS(table, "4.062 ± 0.12 cycles");
  EXPECT_HAS(table, "8 ± 0.25 cycles");
  EXPECT_HAS(table, "1 to 32 warps");
  EXPECT_HAS(table, "2.5 ± 0.001 us");
  EXPECT_HAS(table, "clusters");
}

// The uncertainty of a micro-benchmark.

TEST(MicrobenchStatistics, SamplesThatAgreeLeaveTheResolutionOfTheClock) {
  const Estimate found = estimate({16, 16, 16, 16}, 1);
  EXPECT_EQ(found.value, 16);
  EXPECT_NEAR(found.uncertainty, 1 / std::sqrt(3.0), 1e-12);  // the thesis' 0.57
}

TEST(MicrobenchStatistics, OneInterruptedSampleMovesNeitherValueNorUncertainty) {
  const std::vector<double> quiet = {10, 11, 12, 13, 14, 15, 16};
  std::vector<double> interrupted = quiet;
  interrupted.back() = 1e6;
  EXPECT_EQ(estimate(interrupted, 0).value, estimate(quiet, 0).value);
  EXPECT_NEAR(estimate(interrupted, 0).uncertainty, estimate(quiet, 0).uncertainty, 1e-12);
}

TEST(MicrobenchStatistics, MoreSamplesMakeItSurer) {
  std::vector<double> few = {9, 10, 11, 12}, many;
  for (int i = 0; i < 100; ++i) many.insert(many.end(), few.begin(), few.end());
  EXPECT_NEAR(estimate(many, 0).uncertainty, estimate(few, 0).uncertainty / 10, 1e-12);
}

TEST(MicrobenchStatistics, ALineIsFoundWithItsSlope) {
  const Estimate exact = slope({1, 2, 4, 8}, {402, 405, 411, 423}, 0);
  EXPECT_NEAR(exact.value, 3, 1e-12);
  EXPECT_NEAR(exact.uncertainty, 0, 1e-9);
  // Points off the line by 1, -1, -1, 1: the standard error is sqrt(4 / 2 / 5).
  const Estimate scattered = slope({0, 1, 2, 3}, {1, 0, 1, 4}, 0);
  EXPECT_NEAR(scattered.value, 1, 1e-12);
  EXPECT_NEAR(scattered.uncertainty, std::sqrt(4.0 / 2 / 5), 1e-12);
}

// The mean of differences between neighbours sees the first and the last point alone.
TEST(MicrobenchStatistics, ALastPointThatIsOffMovesASlopeLessThanAMeanOfDifferences) {
  std::vector<double> warps, cycles;
  for (int i = 1; i <= 32; ++i) {
    warps.push_back(i);
    cycles.push_back(400 + 2.0 * i);
  }
  cycles.back() += 31;
  const double mean_of_differences = (cycles.back() - cycles.front()) / 31;
  EXPECT_NEAR(mean_of_differences, 3, 1e-12);
  EXPECT_LT(std::abs(slope(warps, cycles, 0).value - 2), 0.2);
}

TEST(MicrobenchStatistics, NothingMeasuredIsNoValue) {
  EXPECT_THROW(estimate({}, 1), std::invalid_argument);
  EXPECT_THROW(slope({1, 2}, {1, 2}, 1), std::invalid_argument);
  EXPECT_THROW(slope({2, 2, 2}, {1, 2, 3}, 1), std::invalid_argument);
}

// Rounds of micro-benchmarks as one.

Microbenchmarks round_of(double value, const std::string &failed = "") {
  Microbenchmarks round;
  round.measured = {{"copy", "s", "B", 4, value, 0.1, 5}, {"copy", "s", "B", 8, 2 * value, 0.1, 5}};
  if (!failed.empty()) {
    round.measured.pop_back();
    round.not_measured = {{failed, "no room"}};
  }
  return round;
}

TEST(MicrobenchRounds, OneDisturbedRoundMovesNoValue) {
  const auto all = median_of({round_of(1), round_of(40), round_of(1)});
  ASSERT_EQ(all.measured.size(), 2u);
  EXPECT_EQ(all.measured[0].value, 1);
  EXPECT_EQ(all.measured[1].value, 2);
  EXPECT_EQ(all.measured[0].samples, 15);
}

TEST(MicrobenchRounds, RoundsThatDifferMakeAValueLessCertain) {
  const auto same = median_of({round_of(1), round_of(1), round_of(1)});
  const auto apart = median_of({round_of(1), round_of(2), round_of(3)});
  EXPECT_DOUBLE_EQ(same.measured[0].uncertainty, 0.1);
  EXPECT_GT(apart.measured[0].uncertainty, 0.5);
}

TEST(MicrobenchRounds, AGroupIsMeasuredWhereOneRoundCould) {
  const auto once = median_of({round_of(1, "copies"), round_of(1), round_of(1)});
  EXPECT_TRUE(once.not_measured.empty());
  EXPECT_EQ(once.measured.size(), 2u);
  const auto never = median_of({round_of(1, "copies"), round_of(1, "copies")});
  ASSERT_EQ(never.not_measured.size(), 1u);
  EXPECT_EQ(never.not_measured[0].group, "copies");
}

TEST(MicrobenchRounds, NoRoundIsRefused) { EXPECT_THROW(median_of({}), std::invalid_argument); }

}  // namespace
}  // namespace ladder
