// How fast a stage moves a wavefield on.
#pragma once
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Seconds of wavefield per second of wall time, from a stretch of the case that takes about a tenth
// of a second, with a look for the focus every so many steps; the set-up of the stage is not
// counted. 0: the stage refuses the case or fails.
double pace(const WaveCase &, const Engine &, int every);

}  // namespace ladder
