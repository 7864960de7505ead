// Linearised (Born) modelling F, in float64, is what the receivers record of waves that a weak
// scatterer sends out. F and migration are adjoint: <F m, d> = <m, migrated(d)>.
#include "harness/bench/registry/registry.h"
#include "harness/bench/run/run.h"
#include "harness/problems/imaging/imaging_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

using Values = std::vector<double>;

// A wavefield that follows the equation of imaging.h from rest.
class Waves {
 public:
  explicit Waves(const ImagingCase &c) : c_(c), now_(c.field()), before_(c.field()) {}

  // To the next step, with `source` (f of all cells, (v dt)^2 included) put in.
  void step(const Values &source) {
    const int nz = c_.nz, nx = c_.nx;
    for (int x = 0; x < nx; ++x)
      for (int z = 0; z < nz; ++z) {
        const std::size_t i = at(z, x);
        const double sponge = double(c_.sponge_z[z]) * double(c_.sponge_x[x]);
        before_[i] = sponge * (2 * now_[i] - sponge * before_[i] +
                               double(c_.v2dt2[i]) * laplacian(z, x) + source[i]);
      }
    now_.swap(before_);
  }
  const Values &now() const { return now_; }
  std::size_t at(int z, int x) const {
    return std::size_t(z) + std::size_t(c_.nz) * std::size_t(x);
  }

 private:
  double laplacian(int z, int x) const {
    const int m = c_.half_length;
    double sum = 0;
    for (int i = std::max(-m, -z); i <= std::min(m, c_.nz - 1 - z); ++i)
      sum += double(c_.taps_z[m + i]) * now_[at(z + i, x)];
    for (int i = std::max(-m, -x); i <= std::min(m, c_.nx - 1 - x); ++i)
      sum += double(c_.taps_x[m + i]) * now_[at(z, x + i)];
    return sum;
  }

  const ImagingCase &c_;
  Values now_, before_;
};

// f at the cells (z, x) - h for all offsets h = (h_z, h_x) of one axis, from p at (z, x) + h.
void add_scattered(const ImagingCase &c, const Values &planes, int offsets_z, int offsets_x,
                   const Waves &waves, Values &source) {
  if (planes.empty()) return;
  std::size_t plane = 0;
  for (int h_x = -offsets_x; h_x <= offsets_x; ++h_x)
    for (int h_z = -offsets_z; h_z <= offsets_z; ++h_z, ++plane)
      for (int x = std::abs(h_x); x < c.nx - std::abs(h_x); ++x)
        for (int z = std::abs(h_z); z < c.nz - std::abs(h_z); ++z)
          source[waves.at(z - h_z, x - h_x)] +=
              planes[plane * c.field() + waves.at(z, x)] * waves.now()[waves.at(z + h_z, x + h_x)];
}

// The data F m of a scatterer m, [receivers][time_steps]. m has the shape of the products of
// migration: `image` [x][z], and planes of offsets like gather_x and gather_z, both of which may be
// empty. At every image time n the forward field p(n) makes each cell a source of the scattered
// field,
//   f(z, x, n) = (v dt)^2 (image(z, x) p(z, x, n)
//                          + sum over h of gather_x(z, x + h, h) p(z, x + 2 h, n) + ...),
// and the scattered field follows the equation of imaging.h. So migration of data d
// (ImagingCase::take_data) is the exact adjoint: <F m, d> = <m, migrated(d)>. The sponge does not
// spoil that: it is applied to p(n), to f and to p(n - 1) alike, and the equation read backwards in
// time is the same equation.
Values born_data(const ImagingCase &c, const Values &image, const Values &gather_x,
                 const Values &gather_z) {
  Waves forward(c), scattered(c);
  const std::size_t receivers = c.receiver_cells.size(), sources = c.source_cells.size();
  const auto steps = static_cast<std::size_t>(c.time_steps);
  Values data(receivers * steps);
  Values source(c.field());
  for (std::size_t n = 1; n <= steps; ++n) {
    std::fill(source.begin(), source.end(), 0);
    for (std::size_t s = 0; s < sources; ++s)
      source[forward.at(c.source_cells[s].z, c.source_cells[s].x)] =
          double(c.wavelets[(n - 1) * sources + s]);
    forward.step(source);
    std::fill(source.begin(), source.end(), 0);
    if (n % static_cast<std::size_t>(c.every) == 0) {
      add_scattered(c, image, 0, 0, forward, source);
      add_scattered(c, gather_x, 0, c.offsets_x, forward, source);
      add_scattered(c, gather_z, c.offsets_z, 0, forward, source);
      for (std::size_t i = 0; i < source.size(); ++i) source[i] *= double(c.v2dt2[i]);
    }
    scattered.step(source);
    for (std::size_t r = 0; r < receivers; ++r)
      data[r * steps + n - 1] =
          scattered.now()[scattered.at(c.receiver_cells[r].z, c.receiver_cells[r].x)];
  }
  return data;
}

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
        d[r * steps + n] = double(c.data[n * receivers + r]) / double(c.v2dt2[at.z + c.nz * at.x]);
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

TEST_F(Born, IsTheAdjointOfEachProductAndOfAllAtOnce) {
  const auto from_data = migrated();
  const Values image = random_values(c.field(), 1), x = random_values(from_data[1].size(), 2),
               z = random_values(from_data[2].size(), 3);
  const double limit = rounding(c, 1.1e-16);
  EXPECT_LE(mismatch(image, {}, {}, from_data), limit);
  EXPECT_LE(mismatch({}, x, {}, from_data), limit);
  EXPECT_LE(mismatch({}, {}, z, from_data), limit);
  EXPECT_LE(mismatch(image, x, z, from_data), limit);
}

}  // namespace
}  // namespace ladder
