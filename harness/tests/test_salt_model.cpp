// The generated model has the sizes and statistics of the slice that it imitates.
#include "data/salt3d_model.h"
#include "data/salt_model.h"
#include "harness/base/hash.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

const SaltRecipe recipe;

const std::vector<float> &model() {
  static const std::vector<float> v = salt_model(recipe);
  return v;
}

float at(int ix, int iz) { return model()[static_cast<std::size_t>(ix * recipe.nz + iz)]; }

bool salt(int ix, int iz) { return at(ix, iz) == 4482; }

TEST(SaltModel, HasTheSizeOfTheRecipe) {
  EXPECT_EQ(model().size(), 675u * 210u);
  SaltRecipe small;
  small.nx = 7;
  small.nz = 5;
  EXPECT_EQ(salt_model(small).size(), 35u);
}

TEST(SaltModel, IsTheSameOnEveryMachine) {
  EXPECT_EQ(hex16(fnv1a(model().data(), model().size() * sizeof(float))), "dced01760627856e");
}

TEST(SaltModel, SaltFillsItsBoxAnd7To8PercentOfTheCells) {
  int cells = 0, left = recipe.nx, right = 0, top = recipe.nz, bottom = 0;
  for (int ix = 0; ix < recipe.nx; ++ix)
    for (int iz = 0; iz < recipe.nz; ++iz)
      if (salt(ix, iz)) {
        ++cells;
        left = std::min(left, ix);
        right = std::max(right, ix);
        top = std::min(top, iz);
        bottom = std::max(bottom, iz);
      }
  EXPECT_EQ(left * 20, 3340);
  EXPECT_EQ(right * 20, 9780);
  EXPECT_EQ(top * 20, 1040);
  EXPECT_EQ(bottom * 20, 2240);
  const double share = cells / (675.0 * 210.0);
  EXPECT_GE(share, 0.07);
  EXPECT_LE(share, 0.08);
}

TEST(SaltModel, TheThreeSourcesStandInWaterAboveAndBelowTheSalt) {
  EXPECT_EQ(at(300, 0), 1500);
  bool above = false, below = false;
  for (int iz = 0; iz < recipe.nz; ++iz) (iz < 50 ? above : below) |= salt(300, iz) && iz < 150;
  EXPECT_FALSE(salt(300, 50));
  EXPECT_FALSE(above);
  EXPECT_TRUE(below);
  for (int iz = 150; iz < recipe.nz; ++iz) EXPECT_FALSE(salt(300, iz));
}

// The salt-like body in three dimensions, and the hash that knows it again.

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
