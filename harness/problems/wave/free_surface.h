// Where the pressure is zero above a grid whose top is a free surface.
#pragma once
#include <vector>

#include "harness/problems/wave/wave_case.h"

namespace ladder {

// [cells] above the first row. All rows above it are zero: for an operator of half-length 1 that is
// a zero in the row above; a longer one has as many such rows as its half-length, and its waves are
// reflected as if the zero were nearer: of long waves at p(z) = z + place, the solution of L p = 0
// that grows evenly with depth. Waves of four cells have it within 0.02 cells of there.
double free_surface_place(int half_length, const std::vector<float> &taps);

// Of the case's top; 0 where it has none: the top absorbs, or there is no depth.
double free_surface_place(const WaveCase &);

}  // namespace ladder
