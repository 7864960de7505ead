// Linearised (Born) modelling, in float64: what the receivers record of waves that a weak scatterer sends out.
#pragma once
#include <vector>

#include "harness/problems/imaging/imaging_case.h"

namespace ladder {

// The data F m of a scatterer m, [receivers][time_steps]. m has the shape of the products of migration: `image`
// [x][z], and planes of offsets like gather_x and gather_z, both of which may be empty. At every image time n the
// forward field p(n) makes each cell a source of the scattered field,
//   f(z, x, n) = (v dt)^2 (image(z, x) p(z, x, n) + sum over h of gather_x(z, x + h, h) p(z, x + 2 h, n) + ...),
// and the scattered field follows the equation of imaging.h. So migration of data d (ImagingCase::take_data) is the
// exact adjoint: <F m, d> = <m, migrated(d)>. The sponge does not spoil that: it is applied to p(n), to f and to p(n - 1)
// alike, and the equation read backwards in time is the same equation.
std::vector<double> born_data(const ImagingCase &, const std::vector<double> &image,
                              const std::vector<double> &gather_x,
                              const std::vector<double> &gather_z);

}  // namespace ladder
