// The stage that a command of the seismic program runs on.
#pragma once
#include "harness/environment/environment.h"
#include "harness/seismic/wavefield.h"

namespace ladder {

// Empty when the stage takes the case, else its words.
std::string refusal(const Case &, const Engine &);

// The last stage of `ladder list` of the case's ladder that can run here and takes the case, with its own launch; the
// original where none does.
Engine last_engine(const Case &, const Environment &);

// The last stage of `ladder list` that owns the time loop, can run here and takes the case, unless records say that
// another such stage is faster: those of this machine in results/, else of other machines there. The original where
// there is no such stage. With the stage's own launch.
Engine fastest_engine(const WaveCase &, const Environment &);

}  // namespace ladder
