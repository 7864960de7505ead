// How much memory a case of the wave takes, told from its file without its model.
#pragma once
#include <string>

#include "harness/case_overrides.h"
#include "harness/room/case_size.h"

namespace ladder {

// Throws FileError and UsageError as read_wave_case does.
CaseSize size_of_wave_case(const std::string &path, const std::string &shown,
                           const CaseOverrides &);

}  // namespace ladder
