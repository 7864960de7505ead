// All that a result was made from, so that it is never taken for the result of something else.
#pragma once
#include <string>

#include "harness/base/json.h"
#include "harness/formats/gather.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Words and hashes of contents by what they are of: "case", "stage", "program", "gather", ... Never
// names of files: a file of the same name may have other contents.
using Inputs = Json;

// Of every run: the case (model, operator, sources, wavelets, receivers, steps), the stage with its
// hash and launch, and this program.
Inputs inputs_of(const WaveCase &, const Engine &);

// Values, places and times.
std::string hash_of(const Gather &);

// "the gather differs (it was 0123, and is 4567)" of the first that differs; empty where none does.
std::string difference(const Inputs &before, const Inputs &now);

}  // namespace ladder
