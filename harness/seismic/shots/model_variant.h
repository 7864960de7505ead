// One of several velocity models for the same case: a file, or the case's own, changed on the way.
#pragma once
#include <string>
#include <vector>

#include "harness/bench/registry/find_case.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// The file of "vp.npy*1.1~50"; empty for "case".
std::string file_of_variant(std::string text);

// "FILE", "FILE*1.02" (every velocity times 1.02), "FILE~300" (slowness smoothed by a Gaussian of
// 300 m), or both in this order; "case" in the place of FILE is the case's own model. dt is left as
// it is, stable or not. Throws UsageError for what cannot be read so, and what load_case throws.
WaveCase load_variant(const std::string &text, const LocatedCase &, CaseOverrides);

// Reflectors as sources: the exploding-reflector model (Loewenthal et al., 1976).

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
