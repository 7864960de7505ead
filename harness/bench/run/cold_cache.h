// Empties the caches, so that a run finds its data in main memory.
#pragma once
#include "harness/stage.h"

namespace ladder {

// Writes over twice the last-level cache of the host; for a device stage over its L2 as well.
void empty_caches(ladder_device);

}  // namespace ladder
