// The cases of data/ are found by name, and have the models that they say.
#include "data/salt3d_model.h"
#include "data/salt_model.h"
#include "harness/base/data_folder.h"
#include "harness/base/hash.h"
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

}  // namespace
}  // namespace ladder
