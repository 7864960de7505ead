// How much memory a case of the wave takes, computed from its file without its model.
#pragma once
#include "harness/bench/memory_fit/memory_fit.h"
#include "harness/bench/registry/find_case.h"
#include "harness/case_overrides.h"

namespace ladder {

// Throws FileError and UsageError as read_wave_case does.
CaseSize size_of_wave_case(const LocatedCase &, const CaseOverrides &);

}  // namespace ladder
