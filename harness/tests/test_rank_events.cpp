// A rank computes where it is within the stage and in no call of MPI; the rest of the stage's time
// it exchanges.
#include "harness/bench/ranks/rank_events.h"
#include "harness/bench/trace/scopes.h"
#include "harness/bench/verify/truth.h"
#include "harness/machine/environment/environment.h"
#include "harness/problems/heat/heat_case.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/stages_on_host.h"

namespace ladder {
namespace {

using Events = std::vector<std::tuple<Activity, std::int64_t, std::int64_t>>;

Events events_of(const Timeline &timeline, int rank) {
  Events events;
  for (const Event &event : timeline.events)
    if (event.rank == rank) events.emplace_back(event.activity, event.begin, event.end);
  std::ranges::sort(events, {}, [](const auto &one) { return std::get<1>(one); });
  return events;
}

constexpr Activity computes = Activity::kernel, exchanges = Activity::exchange;

// The driver's loop, a call of the stage, and the loop again, as the driver marks them.
Timeline run_of_rank_0() {
  Timeline timeline;
  timeline.begin = 1000, timeline.end = 11000;
  timeline.names = {"driver", "stage"};
  timeline.events = {{Activity::driver_loop, 1000, 2000, 0},
                     {Activity::kernel, 2000, 10000, 1},
                     {Activity::driver_loop, 10000, 11000, 0}};
  return timeline;
}

TEST(RankEvents, OfRank0LieWithinTheDriversMarks) {
  Timeline timeline = run_of_rank_0();
  add_rank(timeline, 0, {{500, 1500, 0}, {4000, 5000, 0}, {9500, 12000, 0}});
  EXPECT_EQ(events_of(timeline, 0), (Events{{Activity::driver_loop, 1000, 2000},
                                            {computes, 2000, 4000},
                                            {exchanges, 4000, 5000},
                                            {computes, 5000, 9500},
                                            {exchanges, 9500, 10000},
                                            {Activity::driver_loop, 10000, 11000}}));
}

// Rank 0 waits for nobody's orders: it gives them.
TEST(RankEvents, OfRank0CountItsOrdersAsExchange) {
  Timeline timeline = run_of_rank_0();
  add_rank(timeline, 0, {{2000, 3000, 1}});
  EXPECT_EQ(attribute(timeline)[Scope::exchange], 1000);
}

TEST(RankEvents, OfOthersLieBetweenTwoOrders) {
  Timeline timeline = run_of_rank_0();
  add_rank(timeline, 2, {{0, 2500, 1}, {4000, 5000, 0}, {9000, 20000, 1}});
  EXPECT_EQ(events_of(timeline, 2),
            (Events{{computes, 2500, 4000}, {exchanges, 4000, 5000}, {computes, 5000, 9000}}));
}

TEST(RankEvents, OfARankThatHasNoPartInTheStageAreNone) {
  Timeline timeline = run_of_rank_0();
  add_rank(timeline, 1, {{0, 20000, 1}});
  EXPECT_EQ(timeline.events.size(), run_of_rank_0().events.size());
  add_rank(timeline, 2, {{5000, 9000, 1}});  // it heard late that it is traced
  EXPECT_EQ(timeline.events.size(), run_of_rank_0().events.size());
}

// Halos of two fields are started and awaited one after the other: nothing is computed between.
TEST(RankEvents, CallsThatFollowAtOnceAreOneExchange) {
  Timeline timeline = run_of_rank_0();
  add_rank(timeline, 0, {{4000, 4100, 0}, {4150, 4200, 0}, {4250, 5000, 0}, {6000, 6100, 0}});
  EXPECT_EQ(events_of(timeline, 0).size(), 2u + 5u);
  EXPECT_EQ(attribute(timeline)[Scope::exchange], 1100);
}

TEST(RankEvents, OfAllRanksAreKeptWhicheverIsAddedFirst) {
  Timeline timeline = run_of_rank_0();
  const std::vector<RankSpan> spans = {{0, 2000, 1}, {3000, 5000, 0}, {10000, 20000, 1}};
  for (const int rank : {1, 2, 0}) add_rank(timeline, rank, spans);
  for (const int rank : {1, 2})
    EXPECT_EQ(events_of(timeline, rank),
              (Events{{computes, 2000, 3000}, {exchanges, 3000, 5000}, {computes, 5000, 10000}}));
}

// The run computes while any rank does, and exchanges where all wait.
TEST(RankEvents, AreTheScopesOfTheWholeRun) {
  Timeline timeline = run_of_rank_0();
  add_rank(timeline, 1, {{0, 2000, 1}, {4000, 8000, 0}, {10000, 20000, 1}});
  add_rank(timeline, 0, {{6000, 9000, 0}});
  const Scopes whole = attribute(timeline);
  EXPECT_EQ(whole[Scope::exchange], 2000);  // from 6000 to 8000
  EXPECT_EQ(whole[Scope::kernel], 6000);
  EXPECT_EQ(whole[Scope::host], 2000);
  EXPECT_EQ(whole.overlap_ns, 0);
  const auto parts = attribute_parts(timeline);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].scopes[Scope::kernel], 5000);
  EXPECT_EQ(parts[0].scopes[Scope::exchange], 3000);
  EXPECT_EQ(parts[0].scopes[Scope::idle], 2000);
  EXPECT_EQ(parts[1].rank, 1);
  EXPECT_EQ(parts[1].scopes[Scope::exchange], 4000);
}

// A stage on a device, as the tracer of rank 0 saw it.
Timeline device_run_of_rank_0() {
  Timeline timeline = run_of_rank_0();
  timeline.names.push_back("march");
  timeline.events[1] = {Activity::stage_call, 2000, 10000, 1};
  timeline.events.push_back({Activity::kernel, 3000, 6000, 2});
  return timeline;
}

TEST(RankEvents, OnADeviceAreItsKernelsAndTheCallsOfMPI) {
  Timeline timeline = device_run_of_rank_0();
  add_rank_on_device(timeline, 0, {}, {{4000, 7000, 0}, {7500, 8000, 1}});
  EXPECT_EQ(attribute(timeline)[Scope::kernel], 3000);  // behind which MPI is hidden
  EXPECT_EQ(attribute(timeline)[Scope::exchange], 1000 + 500);
  EXPECT_EQ(attribute(timeline)[Scope::stage], 8000 - 3000 - 1500);
}

TEST(RankEvents, OfAnotherRanksDeviceAreWhatItsOwnTracerSaw) {
  Timeline timeline = device_run_of_rank_0(), seen;
  seen.names = {"cudaLaunchKernel", "march", "settle"};
  seen.events = {{Activity::runtime_call, 2500, 2600, 0},
                 {Activity::kernel, 2700, 5000, 1, {}, {}, 0, 3},
                 {Activity::kernel, 8000, 9000, 2, {}, {}, 0, 3}};
  add_rank_on_device(timeline, 2, seen, {{0, 2500, 1}, {5000, 8000, 0}});
  EXPECT_EQ(events_of(timeline, 2),
            (Events{{computes, 2700, 5000}, {exchanges, 5000, 8000}, {computes, 8000, 9000}}));
  for (const Event &event : timeline.events)
    if (event.rank == 2) {
      EXPECT_EQ(event.device, 3);
    }
  const auto parts = attribute_parts(timeline);
  ASSERT_EQ(parts.size(), 2u);  // rank 0 and rank 2
  EXPECT_EQ(parts[1].scopes[Scope::exchange], 3000);
  EXPECT_EQ(timeline.names,
            (std::vector<std::string>{"driver", "stage", "march", "settle", "[MPI]"}));
}

TEST(RankEvents, CallsOfMPIBelongToTheDeviceOnWhichTheRankComputes) {
  Timeline timeline = device_run_of_rank_0(), seen;
  seen.names = {"[memset]", "march"};
  seen.events = {{Activity::h2d, 2100, 2110, 0, {}, {}, 0, 0},  // a library starts on device 0
                 {Activity::kernel, 2700, 5000, 1, {}, {}, 0, 1}};
  add_rank_on_device(timeline, 1, seen, {{5000, 8000, 0}});
  for (const Event &event : timeline.events)
    if (event.rank == 1 && event.activity == Activity::exchange) {
      EXPECT_EQ(event.device, 1);
    }
}

TEST(RankEvents, OfARankWithoutADeviceTracerAreTheCallsOfMPI) {
  Timeline timeline = device_run_of_rank_0();
  add_rank_on_device(timeline, 1, {}, {{0, 2500, 1}, {5000, 8000, 0}});
  EXPECT_EQ(events_of(timeline, 1), (Events{{exchanges, 5000, 8000}}));
}

// Stages of several GPUs give the bits of one, for any number of parts. Where there are fewer GPUs
// than parts, `peer` puts several parts on one.

class SeveralDevices : public testing::Test {
 protected:
  void SetUp() override {
    if (const Environment e = read_environment(); !e.gpu) GTEST_SKIP() << e.why_no_gpu;
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
  }
};

const ladder_stage *built(const std::string &name, const std::string &ladder) {
  for (const StageEntry &entry : built_in_stages())
    if (entry.ladder == ladder && entry.name() == name) return entry.stage;
  return nullptr;
}

bool is_refused(const Case &c, const ladder_stage &stage, const AskedKnobs &knobs) {
  return Created(c, stage, make_launch(stage, knobs)).status == LADDER_REFUSED;
}

// With every number of parts, where the build has the stage and the machine the devices.
void expect_bits_of_one(const Case &c, const char *of_one, const char *of_several, int most_parts,
                        const AskedKnobs &more = {}) {
  const ladder_stage *stage = built(of_several, c.ladder);
  const auto one = bits_of(c, *built(of_one, c.ladder), {});
  for (int parts = 1; stage && parts <= most_parts; ++parts) {
    AskedKnobs knobs = more;
    knobs["devices"] = {parts};
    if (std::string(of_several) != "peer" && is_refused(c, *stage, knobs)) continue;
    EXPECT_EQ(bits_of(c, *stage, knobs), one)
        << of_several << ", " << c.size_text() << ": " << describe(knobs);
  }
}

// No multiple of anything; parts of unlike sizes; parts as thin as the operator is long. In a plane
// steps that fill no graph, one graph, and several, from either field.
TEST_F(SeveralDevices, GiveTheBitsOfOne) {
  for (const auto &[z, x, y, half_length] :
       {std::array{43, 37, 31, 4}, {70, 3, 9, 2}, {36, 40, 33, 8}, {64, 32, 20, 1}})
    for (const char *name : {"peer", "nccl", "nccl-overlap"})
      expect_bits_of_one(small_case(z, x, y, 9, half_length), "tma", name, 4);
  for (const auto &[z, x, half_length] :
       {std::array{43, 37, 4}, {70, 9, 2}, {37, 64, 16}, {3, 5, 1}})
    for (const int steps : {1, 2, 3, 100})
      expect_bits_of_one(small_case(z, x, 1, 9, half_length), "graph", "peer",
                         std::min(4, x / half_length), {{"steps", {steps}}});
  for (const std::array<int, 3> &cells : {std::array{43, 37, 31}, {7, 9, 4}, {64, 64, 20}})
    expect_bits_of_one(*problem_named("heat")->random(cells, 9, {}), "wide", "peer", 4);
}

TEST_F(SeveralDevices, RefusePartsThatAreThinnerThanTheOperator) {
  const WaveCase c = small_case(20, 21, 11, 3, 4);
  EXPECT_FALSE(is_refused(c, *built("peer", "wave3d"), {{"devices", {2}}}));
  EXPECT_TRUE(is_refused(c, *built("peer", "wave3d"), {{"devices", {3}}}));
  EXPECT_TRUE(is_refused(c, *built("peer", "wave"), {{"devices", {2}}})) << "a volume";
  const WaveCase plane = small_case(20, 11, 1, 3, 4);
  EXPECT_FALSE(is_refused(plane, *built("peer", "wave"), {{"devices", {2}}}));
  EXPECT_TRUE(is_refused(plane, *built("peer", "wave"), {{"devices", {3}}}));
}

}  // namespace
}  // namespace ladder
