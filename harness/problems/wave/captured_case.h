// A captured call of a program as a case, and what a program says of its wave as a captured call.
#pragma once
#include <string>

#include "harness/formats/captured_call.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// What a program says of its wave, without fields. The arrays of `wave` are copied.
CapturedCall described(const ladder_wave &wave);

// Why no stage can compute it; empty when one can.
std::string defect(const CapturedCall &);

// Of a call without defect, at rest: its fields are not looked at.
WaveCase case_at_rest(const CapturedCall &);

// The file as a case that starts from its fields. Throws FileError, and UsageError for an override
// but --nt.
WaveCase replayed_case(const std::string &path, const CaseOverrides &);

}  // namespace ladder
