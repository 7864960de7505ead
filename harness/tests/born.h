// Linearised (Born) modelling, in float64: what the receivers record of waves that a weak scatterer
// sends out.
#pragma once
#include "harness/problems/imaging/imaging_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace born {

using Field = std::vector<double>;

// A wavefield that follows the equation of imaging.h from rest.
class Waves {
 public:
  explicit Waves(const ImagingCase &c) : c_(c), now_(c.field()), before_(c.field()) {}

  // To the next step, with `source` (f of all cells, (v dt)^2 included) put in.
  void step(const Field &source) {
    const int nz = c_.nz, nx = c_.nx;
    for (int x = 0; x < nx; ++x)
      for (int z = 0; z < nz; ++z) {
        const std::size_t i = at(z, x);
        const double sponge = double(c_.sponge_z[static_cast<std::size_t>(z)]) *
                              double(c_.sponge_x[static_cast<std::size_t>(x)]);
        before_[i] = sponge * (2 * now_[i] - sponge * before_[i] +
                               double(c_.v2dt2[i]) * laplacian(z, x) + source[i]);
      }
    now_.swap(before_);
  }
  const Field &now() const { return now_; }
  std::size_t at(int z, int x) const {
    return static_cast<std::size_t>(z) +
           static_cast<std::size_t>(c_.nz) * static_cast<std::size_t>(x);
  }

 private:
  double laplacian(int z, int x) const {
    const int m = c_.half_length;
    double sum = 0;
    for (int i = std::max(-m, -z); i <= std::min(m, c_.nz - 1 - z); ++i)
      sum += double(c_.taps_z[static_cast<std::size_t>(m + i)]) * now_[at(z + i, x)];
    for (int i = std::max(-m, -x); i <= std::min(m, c_.nx - 1 - x); ++i)
      sum += double(c_.taps_x[static_cast<std::size_t>(m + i)]) * now_[at(z, x + i)];
    return sum;
  }

  const ImagingCase &c_;
  Field now_, before_;
};

// f at the cells (z, x) - h for all offsets h = (h_z, h_x) of one axis, from p at (z, x) + h.
inline void add_scattered(const ImagingCase &c, const Field &planes, int offsets_z, int offsets_x,
                          const Waves &waves, Field &source) {
  if (planes.empty()) return;
  std::size_t plane = 0;
  for (int h_x = -offsets_x; h_x <= offsets_x; ++h_x)
    for (int h_z = -offsets_z; h_z <= offsets_z; ++h_z, ++plane)
      for (int x = std::abs(h_x); x < c.nx - std::abs(h_x); ++x)
        for (int z = std::abs(h_z); z < c.nz - std::abs(h_z); ++z)
          source[waves.at(z - h_z, x - h_x)] +=
              planes[plane * c.field() + waves.at(z, x)] * waves.now()[waves.at(z + h_z, x + h_x)];
}

}  // namespace born

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
inline std::vector<double> born_data(const ImagingCase &c, const std::vector<double> &image,
                                     const std::vector<double> &gather_x,
                                     const std::vector<double> &gather_z) {
  born::Waves forward(c), scattered(c);
  const std::size_t receivers = c.receiver_cells.size(), sources = c.source_cells.size();
  const auto steps = static_cast<std::size_t>(c.time_steps);
  std::vector<double> data(receivers * steps);
  born::Field source(c.field());
  for (std::size_t n = 1; n <= steps; ++n) {
    std::fill(source.begin(), source.end(), 0);
    for (std::size_t s = 0; s < sources; ++s)
      source[forward.at(c.source_cells[s].z, c.source_cells[s].x)] =
          double(c.wavelets[(n - 1) * sources + s]);
    forward.step(source);
    std::fill(source.begin(), source.end(), 0);
    if (n % static_cast<std::size_t>(c.every) == 0) {
      born::add_scattered(c, image, 0, 0, forward, source);
      born::add_scattered(c, gather_x, 0, c.offsets_x, forward, source);
      born::add_scattered(c, gather_z, c.offsets_z, 0, forward, source);
      for (std::size_t i = 0; i < source.size(); ++i) source[i] *= double(c.v2dt2[i]);
    }
    scattered.step(source);
    for (std::size_t r = 0; r < receivers; ++r)
      data[r * steps + n - 1] =
          scattered.now()[scattered.at(c.receiver_cells[r].z, c.receiver_cells[r].x)];
  }
  return data;
}

}  // namespace ladder
