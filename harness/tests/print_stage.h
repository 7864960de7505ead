// GoogleTest finds it by the type's namespace; without it a parameter is shown as raw bytes.
#pragma once
#include <ostream>

#include "harness/bench/registry/registry.h"

namespace ladder {
inline void PrintTo(const StageEntry &entry, std::ostream *out) { *out << entry.name(); }
}  // namespace ladder
