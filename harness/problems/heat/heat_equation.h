// How much memory a case of heat takes, computed from its file.
#pragma once
#include "harness/bench/memory_fit/memory_fit.h"
#include "harness/bench/registry/find_case.h"
#include "harness/case_overrides.h"

namespace ladder {

// Throws FileError and UsageError as read_heat_case does.
CaseSize size_of_heat_case(const LocatedCase &, const CaseOverrides &);

}  // namespace ladder
