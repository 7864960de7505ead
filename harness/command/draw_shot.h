// --plot of a shot: the model with its source and receivers, and the gather below it.
#pragma once
#include <string>

#include "harness/command/options.h"
#include "harness/formats/gather.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// Draws the gather in the file `product` beside it. Of a volume the gather alone, trace by trace.
void draw_shot(const Options &, const WaveCase &, const Gather &, const std::string &product);

}  // namespace ladder
