// A prediction counts only if it was made before its cell was measured. Those for the host are a
// roofline.
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"
#include "harness/predict/model/compare_predictions.h"
#include "harness/predict/model/host_roofline.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

Json point(int depth) {
  return {{"stage", {{"name", "rows"}, {"device", "cuda"}}},
          {"case", {{"name", "made-up"}, {"hash", "01"}, {"nz", 4}, {"nx", 5}, {"ny", 6}}},
          {"launch", {{"asked", {{"depth", {depth}}}}}}};
}

Json prediction(int depth, const std::string &time) {
  Json json = point(depth);
  json.update({{"time", time},
               {"machine", "made-up GPU"},
               {"kernels_s", 3e-6},
               {"step_s", 5e-6},
               {"regime", "memory"},
               {"terms_s", {{"memory", 2e-6}, {"issue", 1e-6}, {"launch", 4e-6}}},
               {"kernels",
                {{{"name", "step"}, {"launches", 1.0}}, {{"name", "taper"}, {"launches", 2.0}}}}});
  return json;
}

// Kernels of 2000 and 1000 ns a launch: 4000 ns a step.
Json record(int depth) {
  Json json = point(depth);
  json["session"] = "20261122T120000-7";
  json["environment"]["gpu"]["name"] = "made-up GPU";
  json["summary"]["median_ns"] = 50000;
  json["traced"]["wall_ns"] = 50000;
  json["traced"]["profile"] = {{{"name", "step"}, {"calls", 10}, {"total_ns", 20000}},
                               {{"name", "taper"}, {"calls", 20}, {"total_ns", 20000}},
                               {{"name", "other"}, {"calls", 1}, {"total_ns", 999}}};
  return json;
}

TEST(ComparedPredictions, TheKernelsOfAStepAreCompared) {
  const ComparedPredictions held =
      compare_predictions({prediction(4, "2026-11-22T11:59:59Z")}, {record(4), record(8)});
  ASSERT_EQ(held.cells.size(), 1u);
  EXPECT_NEAR(held.cells[0].times.measured, 4e-6, 1e-12);
  EXPECT_NEAR(held.cells[0].times.error(), -0.25, 1e-9);
  EXPECT_EQ(held.cells[0].fault, "memory");
  EXPECT_NEAR(held.cells[0].launch_share, 0.8, 1e-9);
  EXPECT_EQ(held.not_predicted, 1);
  EXPECT_EQ(held.not_timed, 0);
}

TEST(ComparedPredictions, ALaunchForAllStepsMayHaveBeenDivided) {
  Json predicted = prediction(4, "2026-11-22T11:59:59Z"), measured = record(4);
  predicted["kernels"] = {{{"name", "step"}, {"launches", 0.1}}};
  measured["case"]["steps"] = 10;
  measured["traced"]["profile"] = {{{"name", "step"}, {"calls", 2}, {"total_ns", 40000}}};
  EXPECT_NEAR(compare_predictions({predicted}, {measured}).cells.at(0).times.measured, 4e-6, 1e-12);
  predicted["kernels"][0]["launches"] = 0.5;  // passes of two steps
  measured["traced"]["profile"][0]["calls"] = 5;
  EXPECT_NEAR(compare_predictions({predicted}, {measured}).cells.at(0).times.measured, 4e-6, 1e-12);
}

TEST(ComparedPredictions, ADisturbedRunDoesNotSayWhatAStageOfTheHostTook) {
  Json predicted = prediction(4, "2026-11-22T11:59:59Z"), measured = record(4);
  for (Json *one : {&predicted, &measured}) (*one)["stage"]["device"] = "host";
  measured["case"]["steps"] = 10;
  measured["traced"]["scopes_ns"]["kernel"] = 40000;
  measured["traced"]["ratio"] = 1.05;
  EXPECT_EQ(compare_predictions({predicted}, {measured}).cells.size(), 1u);
  measured["traced"]["ratio"] = 1.3;
  EXPECT_EQ(compare_predictions({predicted}, {measured}).cells.size(), 0u);
}

TEST(ComparedPredictions, APredictionThatIsNotOlderThanItsMeasurementIsRefused) {
  for (const char *time : {"2026-11-22T12:00:00Z", "2026-11-23T00:00:00Z"})
    EXPECT_THROW(compare_predictions({prediction(4, time)}, {record(4)}), Error) << time;
}

TEST(ComparedPredictions, WhatWasPredictedForAnotherMachineIsOfAnotherCell) {
  Json other = prediction(4, "2026-11-23T00:00:00Z");
  other["machine"] = "another GPU";
  const ComparedPredictions held = compare_predictions({other}, {record(4)});
  EXPECT_TRUE(held.cells.empty());
  EXPECT_EQ(held.not_timed, 1);
  EXPECT_EQ(held.not_predicted, 1);
}

TEST(ComparedPredictions, OfAStageOnTheHostTheTimeInsideItsCallsCounts) {
  Json predicted = prediction(4, "2026-11-22T11:59:59Z"), measured = record(4);
  predicted.erase("kernels");
  predicted["machine"] = "made-up CPU";
  measured["stage"]["device"] = "host";
  measured["environment"] = {{"cpu", "made-up CPU"}, {"gpu", nullptr}};
  measured["case"]["steps"] = 10;
  measured["traced"]["scopes_ns"]["kernel"] = 60000;
  const ComparedPredictions held = compare_predictions({predicted}, {measured});
  ASSERT_EQ(held.cells.size(), 1u);
  EXPECT_NEAR(held.cells[0].times.error(), -0.5, 1e-9);
}

TEST(ComparedPredictions, ACellWithoutItsKernelsInTheTraceIsNotTimed) {
  Json untraced = record(4);
  untraced["traced"]["profile"].erase(1);
  const ComparedPredictions held =
      compare_predictions({prediction(4, "2026-11-22T11:00:00Z")}, {untraced});
  EXPECT_TRUE(held.cells.empty());
  EXPECT_EQ(held.not_timed, 1);
}

ComparedCell launch(const std::string &name, double predicted, double measured) {
  ComparedCell cell;
  cell.of_launches = "rows made-up";
  cell.launch = name;
  cell.times = {name, predicted, measured};
  return cell;
}

TEST(Picks, TheLossIsWhatThePickedLaunchTakesBeyondTheBest) {
  const auto picks = picks_of({launch("depth=1", 3e-6, 5e-6), launch("depth=2", 4e-6, 4e-6),
                               launch("depth=4", 9e-6, 8e-6)});
  ASSERT_EQ(picks.size(), 1u);
  EXPECT_EQ(picks[0].picked, "depth=1");
  EXPECT_EQ(picks[0].best, "depth=2");
  EXPECT_NEAR(picks[0].loss, 0.25, 1e-9);
}

TEST(Picks, AMonotoneErrorLosesNothing) {
  const auto picks = picks_of({launch("depth=1", 30e-6, 5e-6), launch("depth=2", 20e-6, 4e-6),
                               launch("depth=4", 90e-6, 8e-6)});
  EXPECT_EQ(picks.at(0).loss, 0);
}

TEST(Picks, TwoLaunchesAreNoChoice) {
  EXPECT_TRUE(picks_of({launch("depth=1", 1e-6, 1e-6), launch("depth=2", 2e-6, 2e-6)}).empty());
}

// The roofline of the host: which level holds what a step takes again, on cores that are made up.

// Of 4 cores: 100 GB/s each up to 1 MB, 20 GB/s up to 8 MB, then 10 GB/s for one and 16 GB/s for
// all together.
Machine cores() {
  MachineRecord record;
  record.found.device.name = "made-up CPU";
  const auto add = [&](const char *name, double value, double at) {
    measured(record, name, value, at);
  };
  add("host.cores", 4, 0);
  add("host.rate.multiply_add", 1e10, 0);
  for (const double at : {1e3, 1e6}) add("host.bandwidth.one_core", 100e9, at);
  for (const double at : {1e6 + 1, 8e6}) add("host.bandwidth.one_core", 20e9, at);
  add("host.bandwidth.one_core", 10e9, 8e6 + 1);
  for (const double at : {1e3, 1e6}) add("host.bandwidth.all_cores", 400e9, at);
  for (const double at : {1e6 + 1, 8e6}) add("host.bandwidth.all_cores", 80e9, at);
  add("host.bandwidth.all_cores", 16e9, 8e6 + 1);
  return Machine(record);
}

HostDemand volume(double z, double x, double y, int reach) {
  HostDemand demand;
  demand.tile[0] = z;
  demand.tile[1] = x;
  demand.tile[2] = y;
  demand.cells = z * x * y;
  demand.bytes_per_point = 16;
  demand.reach = reach;
  return demand;
}

double term(const Prediction &prediction, const std::string &name) {
  for (const Term &one : prediction.terms)
    if (one.name == name) return one.seconds;
  ADD_FAILURE() << name;
  return 0;
}

TEST(HostRoofline, ArraysBeyondAllCachesComeFromMemoryOnce) {
  const Prediction found = predict_on_host(cores(), volume(100, 100, 1000, 1));
  EXPECT_NEAR(term(found, "arrays"), 16 * 1e7 / 16e9, 1e-9);
  EXPECT_EQ(found.regime, "arrays");
}

TEST(HostRoofline, PlanesComeFromTheLevelThatHoldsThoseInBetween) {
  // 6 planes of 40 kB: the fast cache; 6 planes of 1 MB: the next; 6 planes of 4 MB: memory.
  EXPECT_NEAR(term(predict_on_host(cores(), volume(100, 100, 1000, 1)), "planes"), 8e7 / 400e9,
              1e-9);
  EXPECT_NEAR(term(predict_on_host(cores(), volume(500, 500, 40, 1)), "planes"), 8e7 / 80e9, 1e-9);
  EXPECT_NEAR(term(predict_on_host(cores(), volume(1000, 1000, 10, 1)), "planes"), 8e7 / 16e9,
              1e-9);
}

TEST(HostRoofline, ALargerReachNeedsMorePlanesAndTakesMoreOfThem) {
  const double near = term(predict_on_host(cores(), volume(150, 150, 100, 1)), "planes"),
               far = term(predict_on_host(cores(), volume(150, 150, 100, 8)), "planes");
  EXPECT_NEAR(far / near, 8 * 5, 1e-6);  // 20 planes of 90 kB leave the fast cache
}

TEST(HostRoofline, OneThreadHasTheBandwidthOfOneCore) {
  HostDemand demand = volume(100, 100, 1000, 1);
  demand.threads = 1;
  EXPECT_NEAR(term(predict_on_host(cores(), demand), "arrays"), 16 * 1e7 / 10e9, 1e-9);
  demand.threads = 64;  // more than there are cores
  EXPECT_NEAR(term(predict_on_host(cores(), demand), "arrays"), 16 * 1e7 / 16e9, 1e-9);
}

TEST(HostRoofline, ArithmeticDecidesWhereItTakesLonger) {
  HostDemand demand = volume(100, 100, 1000, 1);
  demand.operations = 8e10;  // a second of 4 cores
  const Prediction found = predict_on_host(cores(), demand);
  EXPECT_EQ(found.regime, "arithmetic");
  EXPECT_NEAR(found.seconds, 1, 1e-9);
}

TEST(HostRoofline, AMachineWhoseHostNobodyMeasuredIsRefused) {
  EXPECT_THROW(predict_on_host(Machine(MachineRecord{}), volume(10, 10, 10, 1)), UsageError);
}

HostDemand demand_of_stage(const char *stage, const char *case_name, AskedKnobs knobs = {}) {
  const auto c = load_case(case_name, {});
  const StageEntry entry = find_stage(stage, c->ladder);
  return host_demand(*c, entry, make_launch(*entry.stage, knobs));
}

TEST(HostRoofline, AStageTellsItsWorkItsThreadsAndItsBlock) {
  const HostDemand demand =
      demand_of_stage("c-blocked", "salt3d", {{"threads", {3}}, {"block", {64, 16}}});
  EXPECT_EQ(demand.threads, 3);
  EXPECT_EQ(demand.tile[0], 64);
  EXPECT_EQ(demand.tile[1], 16);
  EXPECT_GT(demand.operations, demand.cells);
}

TEST(HostRoofline, WhatIsNotModelledIsRefused) {
  EXPECT_THROW(demand_of_stage("c-wavefront", "salt3d"), UsageError);  // several steps a pass
}

}  // namespace
}  // namespace ladder
