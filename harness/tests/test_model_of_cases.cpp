// The cases of data/ are found by name, and have the models that they say.
#include "data/salt3d_model.h"
#include "data/salt_model.h"
#include "harness/base/data_folder.h"
#include "harness/base/hash.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

TEST(Cases, AnUnknownNameIsRefusedWithTheNearest) {
  EXPECT_EQ(exit_of([] { load_wave_case("thesys"); }, "did you mean thesis"), Exit::usage);
  EXPECT_THROW(load_wave_case("./none.toml"), FileError);
}

TEST(Cases, AWrongLadderHomeIsSaid) {
  const Variable home("LADDER_HOME", "/nowhere");
  EXPECT_THROW(data_folder(), FileError);
}

TEST(Cases, TheThesisCaseIsTheThesis) {
  const WaveCase c = load_wave_case("thesis");
  EXPECT_EQ(c.nz, 310);
  EXPECT_EQ(c.nx, 775);
  EXPECT_EQ(c.steps, 1999);
  EXPECT_EQ(c.receiver_cells.size(), 675u);
  EXPECT_EQ(c.source_cells[0].x, 350);
  EXPECT_EQ(c.source_cells[0].z, 50) << "source 2 is the default";
  EXPECT_EQ(c.sponge_z[0], 1) << "a free surface";
  EXPECT_EQ(c.alpha, 0.5);
  EXPECT_EQ(c.beta, 6);
  EXPECT_NEAR(1e3 * largest_stable_dt(c), 2.243, 0.0005);
  EXPECT_EQ(load_wave_case("thesis", {.source = "3"}).source_cells[0].z, 150);
}

using CaseInAFile = TestFolder;

TEST_F(CaseInAFile, ReceiversMayBeFewerThanColumns) {
  const WaveCase c = load_wave_case(put("few.toml", R"(
model = { recipe = "constant", velocity = 2000.0, nz = 8, nx = 12, spacing = 10.0 }
pad = { left = 2 }
time = { dt = 0.001, samples = 2 }
wavelet = { peak = 20.0 }
receivers = { first = 3, last = 9, every = 3, z = 10.0 }
source = [{ name = "a", x = 0.0, z = 0.0 }]
)"));
  ASSERT_EQ(c.receiver_cells.size(), 3u);
  EXPECT_EQ(c.receiver_cells[2].x, 11);
  EXPECT_EQ(c.receiver_cells[2].z, 1);
}

TEST(Cases, SegEageNeedsAModel) { EXPECT_THROW(load_wave_case("seg-eage"), UsageError); }

TEST(Cases, ACaseWithoutFileIsStableInEveryShape) {
  for (const auto &[nz, nx, ny, half] : {std::tuple{1, 1, 1, 1}, {41, 37, 1, 8}, {9, 7, 5, 16}}) {
    const WaveCase c = small_case(nz, nx, ny, 3, half);
    EXPECT_GT(largest_stable_dt(c), c.dt);
    EXPECT_EQ(c.receiver_cells.size(), static_cast<std::size_t>(nx * ny));
  }
  EXPECT_NE(small_case(9, 7, 1, 3, 4, 1).hash, small_case(9, 7, 1, 3, 4, 2).hash);
}

// The generated models, and the hash that knows them again.

TEST(SaltModel, IsTheSameOnEveryMachine) {
  const SaltRecipe recipe;
  const std::vector<float> v = salt_model(recipe);
  EXPECT_EQ(v.size(), 675u * 210u);
  EXPECT_EQ(hex16(fnv1a(v.data(), v.size() * sizeof(float))), "dced01760627856e");
}

std::vector<float> salt3d(int nz, int nx, int ny) {
  std::vector<float> v(static_cast<std::size_t>(nz) * static_cast<std::size_t>(nx * ny));
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x)
      fill_salt3d({}, nz, nx, ny, x, y, v.data() + std::ptrdiff_t{nz} * (x + nx * y));
  return v;
}

double share_of_velocity(const std::vector<float> &v, float velocity) {
  return double(std::count(v.begin(), v.end(), velocity)) / double(v.size());
}

// A body of any size is the same picture: as much water, salt and basement.
TEST(Salt3d, IsTheSamePictureAtAnySize) {
  const auto small = salt3d(61, 67, 71), large = salt3d(121, 90, 140);
  for (const float velocity : {1500.0f, 4482.0f, 2900.0f}) {
    EXPECT_GT(share_of_velocity(small, velocity), 0.03) << velocity;
    EXPECT_NEAR(share_of_velocity(small, velocity), share_of_velocity(large, velocity), 0.01)
        << velocity;
  }
  for (const float v : small) ASSERT_EQ(v, std::round(v));
}

TEST(Salt3d, IsTheSameOnEveryMachine) {
  const auto v = salt3d(40, 41, 42);
  EXPECT_EQ(hex16(fnv1a(v.data(), v.size() * sizeof(float))), "461c6c7f55648efd");
}

// Changes of the highest bits, alone and in pairs, in one part of what the cores divide and in two.
TEST(HashOnAllCores, SeesEveryChange) {
  std::vector<float> v((std::size_t{1} << 23) + 12345, 1.5f);
  const auto hash = [&] { return hash_on_all_cores(v.data(), v.size() * sizeof(float)); };
  std::set<std::uint64_t> seen = {hash()};
  for (const std::size_t i :
       {std::size_t{0}, std::size_t{1}, std::size_t{3}, v.size() / 2, v.size() - 1}) {
    v[i] = -1.5f;
    EXPECT_TRUE(seen.insert(hash()).second) << i;
  }
  EXPECT_NE(hash_on_all_cores(v.data(), 4), hash_on_all_cores(v.data(), 8));
}

// A wavelet that the grid cannot carry, or that lies outside of the run, is refused with the
// numbers.

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
