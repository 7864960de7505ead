// Linearised modelling F and migration are adjoint: <F m, d> = <m, migrated(d)>.
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/run.h"
#include "harness/tests/born.h"

namespace ladder {
namespace {

using Values = std::vector<double>;

Values random_values(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  Values values(count);
  for (double &v : values) v = value(generator);
  return values;
}

double dot(const Values &a, const Values &b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double norm_of(const Values &a) { return std::sqrt(dot(a, a)); }

class Born : public testing::Test {
 protected:
  // Odd sizes, a sponge on three sides, images at some of the steps; random data.
  Born() : c(small_imaging_case(37, 41, 90, 3, 4, 3, 4)) {
    const Values random = random_values(c.data.size(), 3);
    c.take_data({random.begin(), random.end()});
    // The data that were put in are d (v dt)^2, rounded to float32: d is what gives these exactly.
    const std::size_t receivers = c.receiver_cells.size();
    const auto steps = static_cast<std::size_t>(c.time_steps);
    d.resize(c.data.size());
    for (std::size_t r = 0; r < receivers; ++r)
      for (std::size_t n = 0; n < steps; ++n) {
        const ladder_place at = c.receiver_cells[r];
        const auto cell = static_cast<std::size_t>(at.z) +
                          static_cast<std::size_t>(c.nz) * static_cast<std::size_t>(at.x);
        d[r * steps + n] = double(c.data[n * receivers + r]) / double(c.v2dt2[cell]);
      }
  }
  // image, gather in h_x, gather in h_z of the float64 oracle.
  std::vector<Values> migrated() const {
    std::vector<Values> arrays;
    std::vector<double *> pointers;
    for (const Array &array : c.arrays()) arrays.emplace_back(array.values, 0.0);
    for (Values &array : arrays) pointers.push_back(array.data());
    EXPECT_EQ(c.oracle({}, pointers), LADDER_OK);
    return arrays;
  }
  // The difference of the two products over what rounding is measured by, the product of the norms.
  double mismatch(const Values &image, const Values &gather_x, const Values &gather_z,
                  const std::vector<Values> &from_data) const {
    const Values data = born_data(c, image, gather_x, gather_z);
    double there = 0;
    for (const auto &[m, adjoint] :
         {std::pair{&image, &from_data[0]}, {&gather_x, &from_data[1]}, {&gather_z, &from_data[2]}})
      if (!m->empty()) there += dot(*m, *adjoint);
    return std::abs(dot(data, d) - there) / (norm_of(data) * norm_of(d));
  }

  ImagingCase c;
  Values d;
};

// A sum of N products is off by N u at most; N is the number of data, of which each comes from the
// steps before.
double rounding(const ImagingCase &c, double unit) {
  return double(c.data.size()) * c.time_steps * unit;
}

TEST_F(Born, IsTheAdjointOfTheImage) {
  const Values m = random_values(c.field(), 1);
  EXPECT_LE(mismatch(m, {}, {}, migrated()), rounding(c, 1.1e-16));
}

TEST_F(Born, IsTheAdjointOfTheGathers) {
  const auto from_data = migrated();
  EXPECT_LE(mismatch({}, random_values(from_data[1].size(), 1), {}, from_data),
            rounding(c, 1.1e-16));
  EXPECT_LE(mismatch({}, {}, random_values(from_data[2].size(), 2), from_data),
            rounding(c, 1.1e-16));
}

TEST_F(Born, IsTheAdjointOfAllProductsAtOnce) {
  const auto from_data = migrated();
  EXPECT_LE(mismatch(random_values(c.field(), 1), random_values(from_data[1].size(), 2),
                     random_values(from_data[2].size(), 3), from_data),
            rounding(c, 1.1e-16));
}

TEST_F(Born, IsTheAdjointOfWhatTheOriginalMigratesInFloat32) {
  const auto run = run_once(c, *original_of("imaging").stage, {});
  ASSERT_TRUE(run.ok()) << run.error.words;
  std::vector<Values> products;
  for (std::size_t i = 0; i < 3; ++i)
    products.emplace_back(run.arrays[i]->data(), run.arrays[i]->data() + run.arrays[i]->size());
  const Values m = random_values(c.field(), 1);
  EXPECT_LE(mismatch(m, {}, {}, products), 1e-5);
}

TEST_F(Born, IsLinear) {
  const Values m = random_values(c.field(), 1), twice = [&] {
    Values values = m;
    for (double &v : values) v *= 2;
    return values;
  }();
  const Values one = born_data(c, m, {}, {}), two = born_data(c, twice, {}, {});
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(two[i], 2 * one[i]);
}

}  // namespace
}  // namespace ladder
