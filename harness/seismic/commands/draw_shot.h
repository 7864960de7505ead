// The page of --plot: model, source, receivers and gather.
#pragma once
#include <string>

#include "harness/formats/gather.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/commands/wave_run.h"

namespace ladder {

// PRODUCT_gather.svg and .png next to the product. Of a volume the gather alone, its traces in a
// row.
void draw_shot(const WaveRun &, const WaveCase &, const Gather &, const std::string &product);

}  // namespace ladder
