// The file that LADDER_EMULATION_COUNTS names: one JSON object a line.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "requests.h"

namespace ladder_emulation {

std::FILE *counts_file();  // null: none is asked for

std::string quoted(const std::string &text);
std::uintptr_t place_in_module(const void *code);

// The counts of a launch, as members behind others of its object. `busy`: its blocks that access
// memory.
void say_counts(const Totals &totals, double busy);

}  // namespace ladder_emulation
