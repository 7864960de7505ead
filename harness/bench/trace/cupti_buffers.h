// The buffers that CUPTI fills. It asks for one within a call of the stage: to allocate and clear
// it there would take milliseconds of the traced run, so they are made before.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "harness/machine/environment/cupti_library.h"

namespace ladder {

// Once a process, before anything is recorded.
CUptiResult register_buffers(const CuptiLibrary &);

void make_buffers_ready();
// Those that CUPTI has returned since the last call, with the bytes that are valid. The caller
// frees them.
std::vector<std::pair<std::uint8_t *, std::size_t>> filled_buffers();

}  // namespace ladder
