// The shared memory of a block: its variables with gaps between them, then the dynamic part.
#pragma once
#include <vector>

#include "executor.h"

namespace ladder_emulation {

constexpr std::size_t gap = 128;  // nobody may touch it
const std::vector<Slot *> &slots();
std::size_t dynamic_offset();

}  // namespace ladder_emulation
