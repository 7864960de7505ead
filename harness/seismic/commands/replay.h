// How the end of a replay compares with that of the captured program.
#pragma once
#include <string>

#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Of a captured case whose run is done: whether its field has the bits of the program's, or how far
// it is from them.
std::string words_of_replay(const WaveCase &, const Wavefield &);

}  // namespace ladder
