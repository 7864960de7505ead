// The page of --plot: model, source, receivers and gather.
#pragma once
#include <string>

#include "harness/command/line/options.h"
#include "harness/formats/gather.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// PRODUCT_gather.svg and .png next to the product. Of a volume the gather alone, its traces in a row.
void draw_shot(const Options &, const WaveCase &, const Gather &, const std::string &product);

}  // namespace ladder
