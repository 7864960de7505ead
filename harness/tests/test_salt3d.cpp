// The salt-like body in three dimensions, and the hash that knows it again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "data/salt3d_model.h"
#include "harness/base/hash.h"

namespace ladder {
namespace {

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
