// A case of the wave in words, a line each.
#pragma once
#include <string>
#include <vector>

#include "harness/problems/wave/dispersion.h"

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

}  // namespace ladder
