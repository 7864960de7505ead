// A case file's model with other cells.
#pragma once
#include <string>

#include "harness/problems/wave/case_file.h"

namespace ladder {

// --grid=N, ZxX or ZxXxY. Spacings, padding and sponges stay; what the generated model holds,
// sources and receivers are stretched with it. Throws UsageError: not such a text, or a model that
// is read from a file.
void resize(CaseFile &, const std::string &cells);

}  // namespace ladder
