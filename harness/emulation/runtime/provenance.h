// Which words of memory hold what a kernel wrote: a mark at each word that follows copies. So a
// CUDA stage whose results were computed on the host is found.
#pragma once
#include <cstddef>

namespace ladder_emulation {

// What is there now was written by no kernel: fresh memory, and what the host fills.
void settled(const void *at, std::size_t bytes);
void copied(const void *to, const void *from, std::size_t bytes);  // after the copy
void from_device(const void *to, std::size_t bytes);  // of a variable of the device, to the host
void before_launch();
void after_launch();

}  // namespace ladder_emulation
