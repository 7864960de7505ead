// A wavelet that the grid cannot carry, or that lies outside of the run, is refused with the numbers.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "harness/base/error.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

#define EXPECT_HAS(words, part) \
  EXPECT_NE((words).find(part), std::string::npos) << "said: " << (words)

// 2000 m/s and 10 m: 100 Hz have two cells. The run takes 0.199 s.
class Wavelets : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "ladder_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { fs::remove_all(folder); }

  WaveCase load(const std::string &wavelet, const CaseOverrides &over = {}) {
    const std::string path = folder / "c.toml";
    std::ofstream(path) << R"(
model = { recipe = "constant", velocity = 2000.0, nz = 8, nx = 12, spacing = 10.0 }
time = { dt = 0.001, samples = 200 }
source = [{ name = "a", x = 0.0, z = 0.0 }]
wavelet = )" << wavelet;
    return load_wave_case(path, over);
  }
  std::string of_file(const std::string &wavelet) {
    try {
      load(wavelet);
    } catch (const FileError &error) {
      return error.what();
    }
    return "nothing was refused";
  }
  std::string asked(const std::string &wavelet, int samples = 200, bool sends_a_gather = false) {
    CaseOverrides over;
    over.wavelet = wavelet;
    over.samples = samples;
    over.any_dt = sends_a_gather;
    try {
      load("{ peak = 20.0 }", over);
    } catch (const UsageError &error) {
      return error.what();
    }
    return "nothing was refused";
  }
  // A pulse of a tenth of a second around sample 500.
  std::string late_pulse() {
    const std::string path = folder / "late.txt";
    std::ofstream late(path);
    for (int n = 0; n < 1000; ++n) late << std::exp(-std::pow((n - 500) / 50.0, 2)) << "\n";
    return path;
  }

  fs::path folder;
};

TEST_F(Wavelets, ThatTheGridCannotCarryAreRefused) {
  EXPECT_HAS(asked("ricker:80"), "177 Hz, which is 1.1 cells per wavelength at 2000 m/s");
  EXPECT_HAS(asked("ricker:80"), "take frequencies up to 100 Hz");
  EXPECT_EQ(asked("ricker:45"), "nothing was refused");
  EXPECT_HAS(of_file("{ peak = 80.0 }"), "1.1 cells per wavelength");
  std::ofstream(folder / "spike.txt") << "0\n0\n1\n0\n";
  EXPECT_HAS(asked(folder / "spike.txt"), "500 Hz");
}

TEST_F(Wavelets, WithoutEnergyInTheRunAreRefused) {
  EXPECT_HAS(asked("ricker:20,-1"), "100 % of the energy");
  EXPECT_HAS(asked("ricker:20,-1"), "before the run of 0.199 s");
  EXPECT_HAS(asked("ricker:20,0.3"), "after the run");
  EXPECT_HAS(asked("ricker:20,0.3"), "--nt");
  EXPECT_EQ(asked("ricker:20,0.3", 500), "nothing was refused");
  EXPECT_HAS(of_file("{ peak = 20.0, delay = -1.0 }"), "before the run");
  EXPECT_HAS(asked(late_pulse()), "after the run");
  EXPECT_EQ(asked(late_pulse(), 1000), "nothing was refused");
}

TEST_F(Wavelets, WhoSendsAGatherNeedsNone) {
  EXPECT_EQ(asked("ricker:80", 200, true), "nothing was refused");
  EXPECT_EQ(asked("ricker:20,-1", 200, true), "nothing was refused");
}

TEST_F(Wavelets, WhatIsCutOffIsSaid) {
  EXPECT_TRUE(load("{ peak = 20.0 }").notes.empty());
  CaseOverrides few;
  few.samples = 11;  // the peak is at 60 ms
  const WaveCase c = load("{ peak = 20.0 }", few);
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_HAS(c.notes[0], "warning: 100 % of the energy");
  const WaveCase half = load("{ peak = 20.0, delay = 0.0 }");
  ASSERT_EQ(half.notes.size(), 1u);
  EXPECT_HAS(half.notes[0], "warning: 50 % of the energy");
}

}  // namespace
}  // namespace ladder
