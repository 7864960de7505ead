// Where the velocities of a case come from, as columns along z, so that a model of 2^31 cells is
// made by all cores and is never held twice.
#pragma once
#include <functional>
#include <string>

#include "harness/case_overrides.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// Writes the nz velocities [m/s] of the model's column (x, y). Called by several threads at once.
using Columns = std::function<void(int x, int y, float *column)>;

// Of the file's recipe, or of the model that the command line names; describes it in the case.
Columns velocity_columns(const CaseFile &, const CaseOverrides &, WaveCase &);

// A case file's model with other cells.

// --grid=N, ZxX or ZxXxY. Spacings, padding and sponges stay; what the generated model holds,
// sources and receivers are stretched with it. Throws UsageError: not such a text, or a model that
// is read from a file.
void resize(CaseFile &, const std::string &cells);

}  // namespace ladder
