// Gathers of reflection angles (ADCIG) out of gathers of horizontal offsets.
#pragma once
#include <vector>

namespace ladder {

// I(theta, x, z) of gathers I(h, x, z), h = -offsets .. offsets steps of so many cells, by slant
// stack (Sava and Fomel, 2003): a wave that comes down at the angle theta from the normal of a
// reflector is imaged along z = z0 - h tan(theta), so
//   I(theta, x, z) = step * sum over h of I(h, x, z - h tan(theta)),
// linear between cells (harness/problems/imaging/slant.h). theta is half of the angle between the
// way down and the way up, positive where the wave from the source goes towards larger x. `angles`
// [degrees], -89 to 89. Stored [theta][x][z].
std::vector<double> angle_gathers(const std::vector<double> &gather_x, int nz, int nx, int offsets,
                                  double dz, double dx, int step,
                                  const std::vector<double> &angles);

double slope_of(double degrees);  // tan(theta)
// Those of --angles: -largest to largest in steps of 1 [degrees].
std::vector<double> angles_up_to(int largest);

}  // namespace ladder
