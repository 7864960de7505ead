// A model without a case: the case file that says the same, shown and kept.
#pragma once
#include <string>

#include "harness/command/line/options.h"
#include "harness/formats/gather.h"
#include "harness/problem.h"

namespace ladder {

// Throws before anything is computed where --write-case names what cannot be written.
void claim_own_case(const Options &);

// Where its traces go without --output, in the current folder: SEG-Y where it can hold the samples, else RSF, which holds
// any.
std::string gather_of_own_model(const Options &, const Gather &shape);

// Says the case file of what runs, and writes it with --write-case. Nothing where there is a case.
void keep_own_case(const Options &, const CaseOverrides &, const Case &);

}  // namespace ladder
