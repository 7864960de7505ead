#pragma once
#include "harness/base/progress.h"
#include "harness/problems/wave/wave_words.h"

namespace ladder {

// A case of the wave on standard error, without its waves: what was assumed, its size.
inline void say_grid(const WaveCase &c) {
  say_all(c.notes);
  say_all(words_of_grid(c));
}
// Waves on its grid that are not its own.
inline void say_waves(const WaveCase &c, const Dispersion &d) { say_all(words_of_waves(c, d)); }

}  // namespace ladder
