#pragma once
#include "harness/case/dispersion.h"

namespace ladder {
// The case in words on standard error: what was assumed, its size, its operator's limit.
void say_grid(const Case &);
// What its operator does to these waves; a warning where that is much.
void say_waves(const Case &, const Dispersion &);
// Both, for the waves of the case's own wavelet.
void say_case(const Case &);

// "windowed operator of half-length 8 (alpha 0.5, beta 6)".
std::string operator_text(const Case &);
// "1.6 to 17.7 Hz, at least 4.2 cells a wavelength: phase velocity off by up to +0.21 %".
std::string waves_text(const Dispersion &);
}  // namespace ladder
