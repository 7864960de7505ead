// A traced run is a sample like the timed ones, or it is said that it is not.
#include <atomic>
#include <thread>

#include "harness/answers/records/read_records.h"
#include "harness/base/clock.h"
#include "harness/bench/measure/measure.h"
#include "harness/bench/measure/proofs.h"
#include "harness/bench/measure/timing.h"
#include "harness/bench/trace/disturbance.h"
#include "harness/bench/trace/traced.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

// Of traced runs of these wall times [ns], one after the other, against timed runs of 1000 ns: the
// ratio of the one that is kept, and how many were taken.
void expect_kept(const std::vector<std::int64_t> &wall_ns, double ratio, int runs,
                 double time_limit_s = 1e9) {
  std::size_t taken = 0;
  const TraceResult kept = least_disturbed(1e-6, time_limit_s, [&](TraceResult &trace) {
    trace.traced.emplace().scopes.wall_ns = wall_ns.at(taken++);
    return true;
  });
  EXPECT_DOUBLE_EQ(kept.traced->ratio, ratio);
  EXPECT_EQ(kept.traced->runs, runs);
  EXPECT_EQ(taken, static_cast<std::size_t>(runs));
}

TEST(TracedRun, IsTakenAgainWhileItIsDisturbedAndTheLeastOfThreeIsKept) {
  for (const std::int64_t like : {900, 1000, 1100}) expect_kept({like}, 1e-3 * double(like), 1);
  for (const std::int64_t disturbing : {600, 1400}) expect_kept({disturbing, 1050}, 1.05, 2);
  expect_kept({1300, 1200, 1250}, 1.2, 3);
  expect_kept({700, 500, 1900}, 0.7, 3);
  expect_kept({1300, 1000}, 1.3, 1, 0);  // beyond the time limit
}

TEST(TracedRun, ThatFailsIsNotHiddenByAnother) {
  int taken = 0;
  const TraceResult none = least_disturbed(1e-6, 1e9, [&](TraceResult &trace) {
    if (++taken == 1) trace.traced.emplace().scopes.wall_ns = 2000;
    if (taken == 2) trace.why_not = "the tracer lost 3 activities";
    return true;
  });
  EXPECT_FALSE(none.traced);
  EXPECT_EQ(none.why_not, "the tracer lost 3 activities");
  taken = 0;
  const TraceResult other_launch = least_disturbed(1e-6, 1e9, [&](TraceResult &trace) {
    trace.traced.emplace().scopes.wall_ns = 2000;
    if (++taken == 2) trace.traced->launch_defect = "another block ran";
    return true;
  });
  EXPECT_EQ(other_launch.traced->launch_defect, "another block ran");
  taken = 0;
  least_disturbed(1e-6, 1e9, [&](TraceResult &trace) {
    trace.traced.emplace().scopes.wall_ns = 2000;
    return ++taken < 1;
  });
  EXPECT_EQ(taken, 1) << "the result of a wrong run is not computed again";
}

TEST(Disturbance, IsAFactorInEitherDirection) {
  EXPECT_DOUBLE_EQ(disturbance(0.5), disturbance(2));
  EXPECT_FALSE(disturbed(1.1));
  EXPECT_TRUE(disturbed(1.1001));
  EXPECT_FALSE(disturbed(0.9));
  EXPECT_TRUE(disturbed(0.8999)) << "less was done";
  EXPECT_FALSE(disturbed(0)) << "not compared";
  EXPECT_EQ(ratio_of_traced(1000, 0), 0);
}

TEST(Disturbance, OfARecordIsThatOfItsFieldElseOfItsTimes) {
  Json record = example_record("smem", {1000, 1000, 1000});
  EXPECT_EQ(disturbance(record), "");
  record["traced"]["ratio"] = 1.48;
  EXPECT_HAS(disturbance(record), "'smem' took 1.48 times");
  record["traced"] = nullptr;
  EXPECT_EQ(disturbance(record), "");
  Json older = example_record("smem", {800, 800, 800});
  older["traced"].erase("ratio");
  EXPECT_DOUBLE_EQ(traced_ratio(older), 1.25);
  EXPECT_NE(disturbance(older), "");
}

// What the times of a point cannot be: made-up samples, so that no machine decides.

// A stage on the host with a knob `threads`, which says that it used so many.
Point point(int threads, double processors) {
  static const ladder_knob knob = {"threads", "threads", nullptr, 1, {1, 0}, {1, 0}, {64, 0}};
  static const ladder_stage stage{.knobs = 1, .knob = &knob};
  Point point;
  point.entry.stage = &stage;
  point.used.knob[0][0] = threads;
  Sample sample;
  sample.clock_ns = 1000000;
  sample.cpu_ns = static_cast<std::int64_t>(1e6 * processors);
  point.samples.assign(7, sample);
  return point;
}

TEST(Findings, MoreProcessorsThanThreadsAreFound) {
  for (const auto &[threads, processors] : {std::pair{1, 1.0}, {1, 1.3}, {4, 4.5}})
    EXPECT_EQ(finding(point(threads, processors)), "");
  EXPECT_EQ(finding(point(1, 2.0)), "it reports threads=1 but kept 2.0 processors busy");
  EXPECT_EQ(finding(point(4, 8.0)), "it reports threads=4 but kept 8.0 processors busy");
  Point one = point(1, 1.0);
  one.samples[3].cpu_ns *= 32;
  EXPECT_EQ(finding(one), "") << "one busy sample is none";
}

TEST(Findings, AThreadThatSpinsIsNotChargedForWhatItDidBefore) {
  std::atomic<bool> stop = false;
  std::thread spins([&] {
    while (!stop) continue;
  });
  for (int run = 0; run < 1000; ++run) {
    const CpuTime before = own_cpu();
    const auto until = steady_ns() + 20000;
    while (steady_ns() < until) continue;
    const CpuTime after = own_cpu();
    EXPECT_LE(after.cpu_ns - before.cpu_ns, 2 * (after.ended_ns - before.begun_ns));
  }
  stop = true;
  spins.join();
}

TEST(Findings, AStageOfADeviceMayUseAnyProcessors) {
  Point one = point(1, 8.0);
  ladder_stage stage = *one.entry.stage;
  stage.device = LADDER_ON_CUDA;
  one.entry.stage = &stage;
  EXPECT_EQ(finding(one), "");
}

TEST(Findings, ProcessesThatRunOnAreFoundInAnySample) {
  Point one = point(1, 1.0);
  one.samples[2].processes = 3;
  EXPECT_EQ(finding(one), "3 processes that it started were still running after it had returned");
}

// Which stages are timed over fewer steps, and over which.

WaveCase wave_of(int steps) { return small_case(37, 29, 23, steps, 2); }

// Times of made-up runs.
class Slow : public Executor {
 public:
  explicit Slow(double step_s) : step_s_(step_s) {}
  Probe probe() override { return {}; }
  Run run(const Take &take, TraceResult *) override {
    Run run;
    run.wall_ns = std::llround(1e9 * (0.5 + step_s_ * take.steps));
    return run;
  }

 private:
  double step_s_;
};

TEST(Shorter, ASlowStageGetsAsManyStepsAsFit) {
  Slow quick(0.01), slow(0.1);
  EXPECT_EQ(shorter_where_slow(wave_of(100), quick, 2), nullptr) << "all of them";
  const auto shorter = shorter_where_slow(wave_of(100), slow, 2.5);
  ASSERT_NE(shorter, nullptr);
  EXPECT_NEAR(shorter->steps, 20, 1);
  Slow slower(100);
  EXPECT_EQ(shorter_where_slow(wave_of(100), slower, 2.5)->steps, 3);
}

TEST(Shorter, HalvedTheStepsAreThoseOfOtherSlowStages) {
  Slow quick(0.01), slow(0.1), little_slower(0.11), slower(100);
  EXPECT_EQ(halved_where_slow(wave_of(100), quick, 2), nullptr);
  EXPECT_EQ(halved_where_slow(wave_of(100), slow, 3.5)->steps, 25);
  EXPECT_EQ(halved_where_slow(wave_of(100), little_slower, 3.5)->steps, 25);
  EXPECT_EQ(halved_where_slow(wave_of(100), slower, 3.5)->steps, 3);
}

TEST(Shorter, ItsFirstStepsAreThoseOfTheCase) {
  const WaveCase c = wave_of(24);
  const auto less = c.shortened(7);
  const auto &shorter = dynamic_cast<const WaveCase &>(*less);
  for (std::size_t s = 0; s < c.source_cells.size(); ++s)
    for (std::size_t n = 0; n < 7; ++n)
      EXPECT_EQ(shorter.wavelets[7 * s + n], c.wavelets[24 * s + n]);
}

}  // namespace
}  // namespace ladder
