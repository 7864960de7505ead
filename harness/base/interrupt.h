// Ctrl-C: the driver stops before its next step, and what was measured is kept. A second one ends
// the program.
#pragma once
#include <cstdint>

namespace ladder {

void catch_interrupts();  // SIGINT and SIGTERM
// For a program that never asks whether it was interrupted: the first one ends it, as the signal
// ends any program.
void end_at_interrupts();
bool interrupted();
const volatile std::int32_t *interrupt_flag();  // for ladder_observer::stop

}  // namespace ladder
