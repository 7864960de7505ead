// Reflectors as sources: the exploding-reflector model (Loewenthal et al., 1976).
#pragma once
#include <vector>

#include "harness/problems/wave/dispersion.h"

namespace ladder {

// The same case with half of every velocity and without sources: what leaves the reflectors at once
// needs the two-way time to the surface.
WaveCase with_half_the_velocity(const WaveCase &);

// Normal-incidence reflectivity along z, (v below - v) / (v below + v) at constant density, inside
// the model and zero in the padding; across x and y smoothed by a Gaussian of two cells, along z
// shaped into Ricker wavelets (the negative second derivative of that Gaussian), so that the grid
// carries it. Scaled to a largest value of 1. [nz nx ny]. Throws FileError: the model has no
// reflector.
std::vector<float> reflectivity_map(const WaveCase &);
// What the operator does to these wavelets, whose wavelengths are those of the map at every
// velocity.
Dispersion dispersion_of_reflectors(const WaveCase &);

// The zero-lag correlation coefficient of two maps over the cells of the model.
double correlation(const WaveCase &, const std::vector<float> &a, const std::vector<float> &b);

}  // namespace ladder
