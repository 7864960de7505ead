// The cases of data/ are found by name, and have the models that they say.
#include "harness/base/data_folder.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/testing.h"

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
  CaseOverrides below{.source = "3"};
  EXPECT_EQ(load_wave_case("thesis", below).source_cells[0].z, 150);
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

TEST(Cases, TheSmallCaseIsQuickAndStable) {
  const WaveCase c = load_wave_case("small");
  EXPECT_LT(c.cells() * c.steps, 10'000'000);
  EXPECT_EQ(c.fastest, 4482);
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

TEST(Cases, TheRealModelIsReadAlikeFromBothFiles) {
  const char *real = getenv("LADDER_REAL_DATA");
  if (!real) GTEST_SKIP() << "LADDER_REAL_DATA does not name the folder of the real model";
  CaseOverrides npy, raw;
  npy.model = std::string(real) + "/seg_eage_salt3d_xcut338_676x210_20m.npy";
  raw.model = std::string(real) + "/seg_eage_salt_xcut338_675x210_20m_mps_zfast.f32";
  raw.axes = "xz";
  raw.units = "m/s";
  const WaveCase a = load_wave_case("seg-eage", npy), b = load_wave_case("thesis", raw);
  ASSERT_EQ(a.nx, 776);
  ASSERT_EQ(a.nz, b.nz);
  EXPECT_TRUE(std::equal(b.velocity.begin(), b.velocity.begin() + 310 * 725, a.velocity.begin()));
  EXPECT_EQ(a.notes.at(0), "units: km/s, since the values lie in 1.5 to 4.482");
  const float *column = b.velocity.data() + 310 * 350;
  EXPECT_EQ(std::count(column, column + 51, 4482.0f), 0) << "source 2 is above the salt";
  EXPECT_GT(std::count(column + 51, column + 150, 4482.0f), 0);
  EXPECT_EQ(std::count(column + 150, column + 310, 4482.0f), 0) << "source 3 is below the salt";
  EXPECT_THROW(load_wave_case("thesis", npy), FileError);
}

}  // namespace
}  // namespace ladder
