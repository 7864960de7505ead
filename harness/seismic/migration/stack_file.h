// The shots that are done, on disk, so that a migration that was killed resumes after them.
#pragma once
#include <string>

#include "harness/seismic/migration/stack.h"
#include "harness/seismic/shots/inputs.h"

namespace ladder {

// The file appears whole or not at all. Throws FileError.
void save_stack(const std::string &path, const Inputs &, Stack &);

// Throws FileError: unreadable, cut short or changed; Error(not_comparable), which names what
// differs: made from other inputs.
void load_stack(const std::string &path, const Inputs &, Stack &);

double bytes_of_stack(Stack &);  // [B] on disk

}  // namespace ladder
