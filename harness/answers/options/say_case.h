#pragma once
#include "harness/problem.h"
#include "harness/problems/wave/wave_words.h"

namespace ladder {
// The case in words on standard error: what was assumed, its size, its numerics.
void say_case(const Case &);
// The same of a wave, without its waves, and of waves that are not its own.
void say_grid(const WaveCase &);
void say_waves(const WaveCase &, const Dispersion &);
}  // namespace ladder
