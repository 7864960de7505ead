// The gather that a run recorded.
#pragma once
#include "harness/formats/gather.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Traces of all receivers, in the order of the case, with places in metres from the model's corner.
Gather gather_of(const WaveCase &, const Wavefield &);

// The same without values: what is known before the run.
Gather gather_shape(const WaveCase &);

}  // namespace ladder
