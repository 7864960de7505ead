// Where the source and the receivers of a case stand, in cells of the padded grid.
#pragma once
#include "harness/case/case.h"
#include "harness/case/case_file.h"

namespace ladder {

// The source that the file presets, or the one that --source names or places. Adds a note when it has
// to move to a cell. Throws UsageError for what --source says and FileError for what the file says.
void place_source(const CaseFile &, const CaseOverrides &, Case &);
void place_receivers(const CaseFile &, Case &);  // throws FileError

}  // namespace ladder
