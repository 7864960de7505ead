// Which stages are timed over fewer steps, and over which.
#include <gtest/gtest.h>

#include <cmath>

#include "harness/bench/measure/shorter.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {
namespace {

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

TEST(Shorter, ACaseKeepsAllItsStepsWhereTheyFit) {
  Slow quick(0.01);
  EXPECT_EQ(shorter_where_slow(wave_of(100), quick, 2), nullptr);
}

TEST(Shorter, ASlowStageGetsAsManyStepsAsFit) {
  Slow slow(0.1);
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
