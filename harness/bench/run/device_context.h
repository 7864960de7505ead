// The context that CUDA makes for a process at its first use of a device.
#pragma once

namespace ladder {

// Makes it in a thread of its own, while the caller reads its inputs: it takes a second or more.
// Without a device, or without CUDA, nothing happens; whoever needs the device finds out by itself.
void make_device_context_meanwhile();

}  // namespace ladder
