// What one shot and a survey of several have in common.
#pragma once
#include <string>

#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Throws UsageError.
void refuse_source_in_sponge(const WaveCase &);

// What the file says of a gather: the case, the stage, the source.
std::string description_of_shot(const WaveCase &, const Engine &);

}  // namespace ladder
