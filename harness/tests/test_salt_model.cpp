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

}  // namespace
}  // namespace ladder
