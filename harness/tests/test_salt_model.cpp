// The generated model has the sizes and statistics of the slice that it imitates.
#include <gtest/gtest.h>

#include <algorithm>

#include "data/salt_model.h"
#include "harness/base/hash.h"

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

TEST(SaltModel, GoesFrom1500To4482InWholeNumbers) {
  const auto [low, high] = std::minmax_element(model().begin(), model().end());
  EXPECT_EQ(*low, 1500);
  EXPECT_EQ(*high, 4482);
  for (float v : model()) ASSERT_EQ(v, static_cast<float>(static_cast<int>(v)));
}

TEST(SaltModel, WaterIs80To220MetresDeep) {
  int least = recipe.nz, most = 0;
  for (int ix = 0; ix < recipe.nx; ++ix) {
    int depth = 0;
    while (at(ix, depth) == 1500) ++depth;
    least = std::min(least, depth);
    most = std::max(most, depth);
  }
  EXPECT_EQ(least * 20, 80);
  EXPECT_EQ(most * 20, 220);
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

TEST(SaltModel, SaltHangsOverSediments) {
  // Beyond the root the body ends 400 m and more above the root's base, with sediments beneath.
  int hanging = 0;
  for (int ix = 0; ix < recipe.nx; ++ix) {
    int base = 0;
    for (int iz = 0; iz < recipe.nz; ++iz)
      if (salt(ix, iz)) base = iz;
    if (base > 0 && (base + 20) * 20 <= 2240 && at(ix, base + 1) < 3000) ++hanging;
  }
  EXPECT_GT(hanging, 60);
}

TEST(SaltModel, SedimentsVaryWithDepthAndGetFaster) {
  double shallow = 0, deep = 0;
  for (int ix = 0; ix < 150; ++ix) {
    shallow += at(ix, 20) / 150;
    deep += at(ix, 170) / 150;
  }
  EXPECT_GT(deep, shallow + 300);
  int slower = 0;
  for (int iz = 12; iz < 183; ++iz) slower += at(50, iz + 1) < at(50, iz);
  EXPECT_GT(slower, 20);
}

TEST(SaltModel, BelowTheBasementItIsUniform) {
  for (int ix = 0; ix < recipe.nx; ++ix)
    for (int iz = 184; iz < recipe.nz; ++iz) ASSERT_EQ(at(ix, iz), 2477);
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

}  // namespace
}  // namespace ladder
