// A case of the wave in words, a line each.
#pragma once
#include <string>
#include <vector>

#include "harness/problems/wave/dispersion.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// Its size, and its operator's limit.
std::vector<std::string> words_of_grid(const WaveCase &);
// What its operator does to these waves, and a warning where that is much; none where there are no
// waves.
std::vector<std::string> words_of_waves(const WaveCase &, const Dispersion &);

// "windowed operator of half-length 8 (alpha 0.5, beta 6)".
std::string operator_text(const WaveCase &);
// "1.6 to 17.7 Hz, at least 4.2 cells a wavelength: phase velocity off by up to +0.21 %".
std::string waves_text(const Dispersion &);

// [cells] above the first row. All rows above it are zero: for an operator of half-length 1 that is
// a zero in the row above; a longer one has as many such rows as its half-length, and its waves are
// reflected as if the zero were nearer: of long waves at p(z) = z + place, the solution of L p = 0
// that grows evenly with depth. Waves of four cells have it within 0.02 cells of there.
double free_surface_place(int half_length, const std::vector<float> &taps);

// Of the case's top; 0 where it has none: the top absorbs, or there is no depth.
double free_surface_place(const WaveCase &);

}  // namespace ladder
