// The stage that a command of the seismic program runs on.
#pragma once
#include "harness/environment/environment.h"
#include "harness/seismic/wavefield.h"

namespace ladder {

// Empty when the stage takes the case, else its words.
std::string refusal(const WaveCase &, const Engine &);

// The fastest stage that can run here and takes the case, with its own launch: the best that goes through
// the whole run on a GPU, else all cores, else the original.
Engine fastest_engine(const WaveCase &, const Environment &);

}  // namespace ladder
