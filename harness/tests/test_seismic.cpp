// The seismic program's parts: gathers that go back, the focus, checkpoints, reflectors.
#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/problems/wave/places.h"
#include "harness/seismic/shots/engine.h"
#include "harness/seismic/shots/focus.h"
#include "harness/seismic/shots/gather_of.h"
#include "harness/seismic/shots/model_variant.h"
#include "harness/seismic/shots/reverse_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

Engine engine() { return with_its_own_launch(find_stage("c-simd", "wave")); }

Gather shot(const WaveCase &c) {
  Wavefield field(c);
  propagate(c, engine(), {}, field);
  return gather_of(c, field);
}

// Where the gather comes together in the model, and when.
struct Found {
  Focus focus;
  double time;
};
Found find(const WaveCase &model, const Gather &gather, int cut = 1) {
  const WaveCase c = reverse_case(model, gather, cut);
  FocusFinder finder(c, cut);
  Wavefield field(c);
  propagate(c, engine(), {finder.watcher()}, field);
  const Focus focus = finder.focus();
  return {focus, time_of_step(gather, cut, focus.step)};
}

TEST(Gather, HoldsTheTracesOfTheReceiversInTheirPlaces) {
  const WaveCase c = load_wave_case("small");
  Wavefield field(c);
  propagate(c, engine(), {}, field);
  const Gather gather = gather_of(c, field);
  ASSERT_EQ(gather.traces(), 110u);
  EXPECT_EQ(gather.samples, 251);
  EXPECT_EQ(gather.source.x, 2200);
  EXPECT_EQ(gather.source.z, 400);
  EXPECT_EQ(gather.receivers[7].x, 280);
  EXPECT_EQ(gather.values[7 * 251 + 100], field.traces[100 * 110 + 7]);
}

TEST(Reversal, FindsItWithDeadAndNoisyAndLoudReceivers) {
  const WaveCase c = load_wave_case("small");
  Gather gather = shot(c);
  double squares = 0;
  for (float p : gather.values) squares += double(p) * double(p);
  const auto level = static_cast<float>(std::sqrt(squares / double(gather.values.size())));
  // Evenly distributed in (-1, 1): the mean square is a third. At 0 dB it is as loud as the gather.
  std::vector<float> noise(gather.values.size());
  random_field(noise.data(), noise.size(), 11);
  for (std::size_t i = 0; i < noise.size(); ++i)
    gather.values[i] += std::sqrt(3.0f) * level * noise[i];
  const auto samples = static_cast<std::size_t>(gather.samples);
  for (std::size_t r = 3; r < gather.traces(); r += 10)
    std::fill_n(gather.values.begin() + static_cast<std::ptrdiff_t>(r * samples), samples, 0.0f);
  gather.values[9 * samples + 4] = NAN;
  for (std::size_t n = 0; n < samples; ++n) gather.values[60 * samples + n] *= 1000;
  const Cleaned cleaned = clean_gather(gather);
  EXPECT_EQ(cleaned.dead, 12u);
  EXPECT_EQ(cleaned.loud, 1u);
  const Found found = find(c, gather);
  EXPECT_NEAR(found.focus.place.x, 2200, 3 * c.dx);
  EXPECT_NEAR(found.focus.place.z, 400, 3 * c.dz);
  EXPECT_NEAR(found.time, c.wavelet_delay, 0.25) << "a period";
}

// dt is refused by the case as it is; the gather is cut finer instead, and the amplitudes stay
// comparable.
TEST(Reversal, CutsTheSamplesFinerForAFastModel) {
  const WaveCase slow = load_wave_case("small"),
                 fast = load_variant("case*1.6", locate_case("small"), {});
  Gather gather = shot(slow);
  EXPECT_EQ(steps_per_sample(slow, gather), 1);
  EXPECT_EQ(steps_per_sample(fast, gather), 2);
  const WaveCase c = reverse_case(fast, gather, 2);
  EXPECT_EQ(c.steps, 500);
  EXPECT_EQ(c.dt, gather.dt / 2);
  EXPECT_NEAR(find(slow, gather, 3).focus.energy / find(slow, gather).focus.energy, 1, 0.05);
}

TEST(Reversal, RefusesAGatherOfZeros) {
  Gather gather = shot(load_wave_case("small"));
  std::fill(gather.values.begin(), gather.values.end(), 0.0f);
  EXPECT_THROW(clean_gather(gather), FileError);
}

std::vector<float> a_sine() {
  std::vector<float> sine;
  for (int n = 0; n < 200; ++n) sine.push_back(std::sin(0.4 * n));
  return sine;
}

TEST(Resample, KeepsOldSamplesAndDrawsTheSineBetween) {
  const std::vector<float> sine = a_sine();
  const auto finer = resample(sine.data(), 200, 3);
  ASSERT_EQ(finer.size(), 598u);
  for (std::size_t n = 0; n < 200; ++n) EXPECT_EQ(finer[3 * n], sine[n]);
  for (int n = 60; n < 540; ++n) EXPECT_NEAR(finer[n], std::sin(0.4 * n / 3), 1e-3);
}

TEST(Resample, BeginsAtTheGivenTime) {
  const std::vector<float> sine = a_sine();
  const double first = 40.3;
  const auto later = resample_from(sine.data(), 200, first, 2, 200);
  for (int n = 0; n < 200; ++n) EXPECT_NEAR(later[n], std::sin(0.4 * (first + n / 2.0)), 1e-3);
  // Whole samples are old ones, and beyond the trace there is nothing.
  const auto around = resample_from(sine.data(), 200, -3, 1, 206);
  for (int n = 0; n < 206; ++n) EXPECT_EQ(around[n], n < 3 || n >= 203 ? 0 : sine[n - 3]);
}

TEST(Reflectors, ComeBack) {
  const WaveCase c = with_half_the_velocity(load_wave_case("small"));
  const auto map = reflectivity_map(c);
  Wavefield up(c);
  up.now = up.before = map;
  propagate(c, engine(), {}, up);
  const WaveCase back = reverse_case(c, gather_of(c, up), 1);
  Wavefield down(back);
  propagate(back, engine(), {}, down);
  std::vector<float> image = down.now;
  for (std::size_t i = 0; i < image.size(); ++i) image[i] -= down.before[i];
  EXPECT_GT(correlation(c, map, image), 0.3);
  EXPECT_NEAR(correlation(c, map, map), 1, 1e-6);
}

TEST(Variants, SayWhatTheyCannotRead) {
  for (const char *wrong : {"case*", "case*x", "case*0", "case~-1", "case~1e9", "case*1.0.0"})
    EXPECT_THROW(load_variant(wrong, locate_case("small"), {}), UsageError) << wrong;
  EXPECT_NEAR(load_variant("case*1.1", locate_case("small"), {}).fastest,
              1.1 * load_variant("case", locate_case("small"), {}).fastest, 1e-2);
}

}  // namespace
}  // namespace ladder
