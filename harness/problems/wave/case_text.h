// A case whose model is a file, written as its case file.
#pragma once
#include <string>

#include "harness/problems/wave/case_file.h"

namespace ladder {

// Read again, it is the same to the last bit.
std::string case_text(const CaseFile &);

}  // namespace ladder
