// The roofline of the host: which level holds what a step takes again, on cores that are made up.
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"
#include "harness/predict/model/host_roofline.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

// Of 4 cores: 100 GB/s each up to 1 MB, 20 GB/s up to 8 MB, then 10 GB/s for one and 16 GB/s for
// all together.
Machine cores() {
  MachineRecord record;
  record.found.device.name = "made-up CPU";
  const auto add = [&](const char *name, double value, double at) {
    record.found.measured.push_back({name, "", "", at, value, 0, 1});
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
