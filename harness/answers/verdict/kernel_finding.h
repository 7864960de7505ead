// The sentence by which the emulation says what a kernel must not do, in parts.
#pragma once
#include <string>

#include "harness/base/json.h"

namespace ladder {

// Of a race: kernel, what, and of both accesses thread, does ("reads", "writes", "changes
// atomically"), file, line. Null where it is no race.
Json race_json(const std::string &words);
// The first place that the sentence names: file, line. Null where there is none.
Json place_json(const std::string &words);

}  // namespace ladder
