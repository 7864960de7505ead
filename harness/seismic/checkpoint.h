// A run that was interrupted, on disk, so that it can go on.
#pragma once
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/seismic/wavefield.h"

namespace ladder {

// What belongs to a run beside its wavefield: the arrays of its watchers.
using KeptArrays = std::vector<std::vector<float> *>;

// The file appears whole or not at all. Throws FileError.
void save_checkpoint(const std::string &path, const Case &, const Wavefield &, const KeptArrays &);

// Whether the file begins like a checkpoint, of whatever version and case.
bool is_checkpoint(const std::string &path);

// Throws FileError: unreadable, or cut short; Error(not_comparable): of another case.
void load_checkpoint(const std::string &path, const Case &, Wavefield &, const KeptArrays &);

// Saves where the run stands when it is interrupted, and once a minute before. Goes last into the list of
// watchers, so that the kept arrays are those of the same step.
Watcher checkpoint_watcher(const std::string &path, const Case &, KeptArrays);

}  // namespace ladder
