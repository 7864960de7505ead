// Slant stacks: an event of one angle focusses at that angle and depth.
#include <numbers>

#include "harness/seismic/migration/products.h"
#include "harness/seismic/migration/stack.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

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

// Direct waves are taken out of traces: what has not passed yet is zero, what comes later is as it
// was.

TEST(Mute, AWaveletLastsToItsLastValueAboveAHundredth) {
  EXPECT_DOUBLE_EQ(length_of({0, 1, -100, 2, 0.5f, 0}, 0.1), 0.4);
  EXPECT_DOUBLE_EQ(length_of({0, 0, 0}, 0.1), 0);
}

// Sample n is at n + 1: the wave arrives at 10 and lasts 20, the cosine 10 more.
TEST(Mute, ATraceIsZeroUntilTheWaveHasPassed) {
  std::vector<float> trace(60, 2.0f);
  mute_direct(trace, 1, 10, 20);
  for (int n = 0; n < 30; ++n) EXPECT_EQ(trace[n], 0) << n;
  for (int n = 30; n < 39; ++n) EXPECT_GT(trace[n], trace[n - 1]) << n;
  EXPECT_FLOAT_EQ(trace[34], 1.0f);  // half of it in the middle of the rise
  for (int n = 39; n < 60; ++n) EXPECT_EQ(trace[n], 2) << n;
}

TEST(Mute, ATraceThatEndsBeforeIsZero) {
  std::vector<float> trace(5, 1.0f);
  mute_direct(trace, 1, 10, 20);
  EXPECT_EQ(trace, std::vector<float>(5));
}

// A checkpoint is written after every shot where that is cheap, and never takes more than its part
// of the time.

// The share of the time that writing takes, of shots that are ready every `shot_s`, a second each
// for a write.
double share_of_writing(double shot_s) {
  WritingPace pace;
  double now = 0, written = 0;
  while (now < 1000) {
    now += shot_s;
    if (!pace.due(now)) continue;
    pace.wrote(now, now + 1);
    now += 1, written += 1;
  }
  return written / now;
}

TEST(WritingPace, LeavesShotsTheirTime) {
  for (const double shot_s : {0.01, 0.1, 0.9, 3.0})
    EXPECT_LE(share_of_writing(shot_s), 1.01 / WritingPace::parts) << shot_s;
}

TEST(WritingPace, WritesEveryShotThatTakesFarLonger) {
  WritingPace pace;
  for (double now = 0; now < 1000; now += 10) {
    EXPECT_TRUE(pace.due(now)) << now;
    pace.wrote(now, now + 1);
  }
}

}  // namespace
}  // namespace ladder
