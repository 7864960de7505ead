// What a wrong result looks like: the sentence that saves its author an hour.
#pragma once
#include <string>

#include "harness/base/buffers.h"
#include "harness/problems/wave/operator_probe.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// `lap` is what a stage made of `p`; `truth` what it should have made. Never empty.
std::string diagnose(const WaveCase &, const float *p, const GuardedBuffer<float> &lap,
                     const Reference &truth);

}  // namespace ladder
