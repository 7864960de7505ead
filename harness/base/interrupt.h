// Ctrl-C: the driver stops before its next step, and what was measured is kept.
#pragma once
#include <cstdint>

namespace ladder {

void catch_interrupts();  // SIGINT and SIGTERM
bool interrupted();
const volatile std::int32_t *interrupt_flag();  // for ladder_observer::stop

}  // namespace ladder
