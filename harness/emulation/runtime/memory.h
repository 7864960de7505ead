// Allocations of the emulated device, each with guard pages around it.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "executor.h"

namespace ladder_emulation {

struct Allocation {
  enum Kind { device, managed, host } kind;
  char *base;
  std::size_t bytes;
  char *mapped;  // NULL: the user's own, registered
  std::size_t mapped_bytes;
  std::string name;  // the words of the call
  Site site;
  std::uint64_t number;
};

// The allocation that the address is in; NULL: none.
const Allocation *allocation_of(const void *);
// What an address is that is in no allocation, in words.
std::string words_of_stray(const void *);
// "array 'p' (argument 2 of the launch)", with the element.
std::string words_of(const Allocation &, const Launch *, const void *, std::size_t element);
void catch_faults();                      // on this thread of the system
bool slack_is_whole(std::string &words);  // behind each allocation, up to its guard page
void each_allocation(const std::function<void(const Allocation &)> &);
// May the host touch the device's arrays? While a copy or a kernel runs, it must.
void let_host(bool in);
std::size_t bytes_in_use();

// Which words of memory hold what a kernel wrote: a mark at each word that follows copies. So a
// CUDA stage whose results were computed on the host is found.

// What is there now was written by no kernel: fresh memory, and what the host fills.
void settled(const void *at, std::size_t bytes);
void copied(const void *to, const void *from, std::size_t bytes);  // after the copy
void from_device(const void *to, std::size_t bytes);  // of a variable of the device, to the host
void before_launch();
void after_launch();

}  // namespace ladder_emulation
