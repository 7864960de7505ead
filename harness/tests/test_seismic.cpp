// The seismic program's parts: gathers that go back, the focus, checkpoints, reflectors, angles.
#include <numbers>

#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/problems/wave/places.h"
#include "harness/seismic/migration/products.h"
#include "harness/seismic/migration/stack.h"
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

// Slant stacks: an event of one angle focusses at that angle and depth.

constexpr int nz = 81, nx = 3, offsets = 20;
constexpr double dz = 5, dx = 10;
constexpr int middle = 40;  // depth of the event at h = 0 [cells]

std::vector<double> angles() {
  std::vector<double> all;
  for (int angle = -60; angle <= 60; angle += 5) all.push_back(angle);
  return all;
}

// What a plane wave at `degrees` makes of a flat reflector: I = w(z - z0 + h tan), a symmetric
// wavelet of 4 cells.
std::vector<double> event(double degrees) {
  const double slope = std::tan(degrees * std::numbers::pi / 180);
  std::vector<double> gather;
  for (int h = -offsets; h <= offsets; ++h)
    for (int x = 0; x < nx; ++x)
      for (int z = 0; z < nz; ++z) {
        const double u = ((z - middle) * dz + h * dx * slope) / (4 * dz);
        gather.push_back((1 - 2 * u * u) * std::exp(-u * u));
      }
  return gather;
}

struct Peak {
  double degrees = 0;
  int z = 0;
};
Peak peak_of(const std::vector<double> &stacked, int x) {
  const auto all = angles();
  Peak peak;
  double most = -1;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (int z = 0; z < nz; ++z) {
      const double value = stacked[(a * nx + x) * nz + z];
      if (value > most) {
        most = value;
        peak = {all[a], z};
      }
    }
  return peak;
}

TEST(AngleGathers, AnEventFocussesAtItsAngleAndDepth) {
  for (const int degrees : {-45, -30, -10, 0, 5, 20, 35, 50}) {
    const auto stacked = angle_gathers(event(degrees), nz, nx, offsets, dz, dx, 1, angles());
    for (int x = 0; x < nx; ++x) {
      EXPECT_EQ(peak_of(stacked, x).degrees, degrees);
      EXPECT_EQ(peak_of(stacked, x).z, middle);
    }
  }
}

TEST(AngleGathers, OfZeroAngleAreTheSumOverOffsets) {
  const auto gather = event(15);
  const auto stacked = angle_gathers(gather, nz, nx, offsets, dz, dx, 1, {0});
  for (std::size_t i = 0; i < stacked.size(); ++i) {
    double sum = 0;
    for (int h = 0; h <= 2 * offsets; ++h)
      sum += gather[static_cast<std::size_t>(h) * stacked.size() + i];
    EXPECT_DOUBLE_EQ(stacked[i], sum);
  }
}

// Of planes that are zero but every second, all planes and these alone, with twice their weight,
// say the same.
TEST(AngleGathers, OfThinnerGathersHaveTheSameScale) {
  static_assert(offsets % 2 == 0);
  constexpr std::size_t plane = nz * nx;
  const auto full = event(15);
  std::vector<double> zeroed(full.size(), 0), thin;
  for (std::size_t h = 0; h <= 2 * offsets; h += 2) {
    const auto from = full.begin() + h * plane;
    std::copy_n(from, plane, zeroed.begin() + h * plane);
    thin.insert(thin.end(), from, from + plane);
  }
  const auto all = angle_gathers(zeroed, nz, nx, offsets, dz, dx, 1, angles());
  const auto kept = angle_gathers(thin, nz, nx, offsets / 2, dz, dx, 2, angles());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_NEAR(kept[i], 2 * all[i], 1e-12);
}

TEST(AngleGathers, OfAFocussedImageAreTheSameAtAllAngles) {
  std::vector<double> gather(nz * nx * (2 * offsets + 1), 0);
  gather[(offsets * nx + 1) * nz + middle] = 1;  // h = 0 alone
  const auto stacked = angle_gathers(gather, nz, nx, offsets, dz, dx, 1, angles());
  for (std::size_t a = 0; a < angles().size(); ++a)
    EXPECT_EQ(stacked[(a * nx + 1) * nz + middle], 1);
}

TEST(AngleGathers, TakeNothingFromBeyondTheColumn) {
  const std::vector<double> ones(nz * nx * (2 * offsets + 1), 1);
  const auto stacked = angle_gathers(ones, nz, nx, offsets, dz, dx, 1, {89});
  for (const double value : stacked) EXPECT_LE(value, 2 * offsets + 1);
}

}  // namespace
}  // namespace ladder
