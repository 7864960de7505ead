// What a kernel does that it must not, in words.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "executor.h"

namespace ladder_emulation {

// Adds the kernel that runs and the place; the first one is kept, the others are counted.
void report(const std::string &what, Site);
void report_text(const std::string &whole);
void report_two_barriers(const Block &, Site other);
void report_missing(const Block &);  // threads that ended before a barrier
void report_stuck(const std::vector<std::unique_ptr<Block>> &);
const std::string &first_finding();

std::string words_of(uint3);
std::string words_of(const Thread &);           // "thread (3, 0, 0) of block (1, 0, 0)"
std::string words_of(Site);                     // "heat.cu:31"
std::string line_of(const void *code);          // the same, from debug information
std::string name_of_kernel(const Launch &);
std::string words_of_order();

std::uint64_t next_serial();  // of launches and of barriers of a grid

}  // namespace ladder_emulation
