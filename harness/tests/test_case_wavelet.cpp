// A wavelet that the grid cannot carry, or that lies outside of the run, is refused with the
// numbers.
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

// 2000 m/s and 10 m: 100 Hz have two cells. The run takes 0.199 s.
class Wavelets : public TestFolder {
 protected:
  WaveCase load(const std::string &wavelet, const CaseOverrides &over = {}) {
    const std::string head = R"(
model = { recipe = "constant", velocity = 2000.0, nz = 8, nx = 12, spacing = 10.0 }
time = { dt = 0.001, samples = 200 }
source = [{ name = "a", x = 0.0, z = 0.0 }]
wavelet = )";
    return load_wave_case(put("c.toml", head + wavelet), over);
  }
  std::string of_file(const std::string &wavelet) {
    return refusal_of([&] { load(wavelet); });
  }
  std::string asked(const std::string &wavelet, int samples = 200, bool sends_a_gather = false) {
    CaseOverrides over{.wavelet = wavelet, .samples = samples, .any_dt = sends_a_gather};
    return refusal_of<UsageError>([&] { load("{ peak = 20.0 }", over); });
  }
  // A pulse of a tenth of a second around sample 500.
  std::string late_pulse() {
    const std::string path = folder / "late.txt";
    std::ofstream late(path);
    for (int n = 0; n < 1000; ++n) late << std::exp(-std::pow((n - 500) / 50.0, 2)) << "\n";
    return path;
  }
};

TEST_F(Wavelets, ThatTheGridCannotCarryAreRefused) {
  EXPECT_HAS(asked("ricker:80"), "177 Hz, which is 1.1 cells per wavelength at 2000 m/s");
  EXPECT_HAS(asked("ricker:80"), "take frequencies up to 100 Hz");
  EXPECT_EQ(asked("ricker:45"), "");
  EXPECT_HAS(of_file("{ peak = 80.0 }"), "1.1 cells per wavelength");
  std::ofstream(folder / "spike.txt") << "0\n0\n1\n0\n";
  EXPECT_HAS(asked(folder / "spike.txt"), "500 Hz");
}

TEST_F(Wavelets, WithoutEnergyInTheRunAreRefused) {
  EXPECT_HAS(asked("ricker:20,-1"), "100 % of the energy");
  EXPECT_HAS(asked("ricker:20,-1"), "before the run of 0.199 s");
  EXPECT_HAS(asked("ricker:20,0.3"), "after the run");
  EXPECT_HAS(asked("ricker:20,0.3"), "--nt");
  EXPECT_EQ(asked("ricker:20,0.3", 500), "");
  EXPECT_HAS(of_file("{ peak = 20.0, delay = -1.0 }"), "before the run");
  EXPECT_HAS(asked(late_pulse()), "after the run");
  EXPECT_EQ(asked(late_pulse(), 1000), "");
}

TEST_F(Wavelets, WhoSendsAGatherNeedsNone) {
  EXPECT_EQ(asked("ricker:80", 200, true), "");
  EXPECT_EQ(asked("ricker:20,-1", 200, true), "");
}

TEST_F(Wavelets, TheIntegralIsThatOverTime) {
  const auto signal_of = [&](const std::string &asked) {
    return load("{ peak = 10.0 }", {.wavelet = asked}).signal;
  };
  const std::vector<float> itself = signal_of("ricker:20,0.07"),
                           integral = signal_of("ricker:20,0.07:integral");
  ASSERT_EQ(integral.size(), itself.size());
  double sum = 0;
  for (std::size_t n = 0; n < integral.size(); ++n) {
    const double t = 1e-3 * double(n) - 0.07;
    EXPECT_NEAR(integral[n], t * std::exp(-std::pow(M_PI * 20 * t, 2)), 1e-9) << n;
    if (n > 0) sum += 1e-3 * (double(itself[n - 1]) + double(itself[n])) / 2;
    EXPECT_NEAR(integral[n], sum, 2e-5) << n;  // by the rule of trapezoids; the largest is 7e-3
  }
}

TEST_F(Wavelets, ACaseAsksForTheIntegralByItsKey) {
  const auto asked = load("{ peak = 20.0 }", {.wavelet = "ricker:20:integral"}).signal;
  EXPECT_EQ(load("{ peak = 20.0, signal = \"integral\" }").signal, asked);
  EXPECT_EQ(load("{ peak = 20.0, signal = \"ricker\" }").signal, load("{ peak = 20.0 }").signal);
  EXPECT_NE(load("{ peak = 20.0 }").signal, asked);
  EXPECT_HAS(of_file("{ peak = 20.0, signal = \"other\" }"), "expected ricker or integral");
}

TEST_F(Wavelets, ThePeakOfTheIntegralIsWhereItIsLargest) {
  const WaveCase c = load("{ peak = 20.0 }", {.wavelet = "ricker:20:integral"});
  const auto largest = std::ranges::max_element(c.signal) - c.signal.begin();
  EXPECT_NEAR(c.wavelet_delay, c.dt * double(largest), c.dt);
}

TEST_F(Wavelets, WhatIsCutOffIsSaid) {
  EXPECT_TRUE(load("{ peak = 20.0 }").notes.empty());
  const WaveCase c = load("{ peak = 20.0 }", {.samples = 11});  // the peak is at 60 ms
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_HAS(c.notes[0], "warning: 100 % of the energy");
  const WaveCase half = load("{ peak = 20.0, delay = 0.0 }");
  ASSERT_EQ(half.notes.size(), 1u);
  EXPECT_HAS(half.notes[0], "warning: 50 % of the energy");
}

}  // namespace
}  // namespace ladder
