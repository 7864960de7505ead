// How much memory a case of the wave takes, computed from its file without its model.
#pragma once
#include <string>

#include "harness/bench/memory_fit/case_size.h"
#include "harness/case_overrides.h"

namespace ladder {

// Throws FileError and UsageError as read_wave_case does.
CaseSize size_of_wave_case(const std::string &path, const std::string &shown,
                           const CaseOverrides &);

}  // namespace ladder
