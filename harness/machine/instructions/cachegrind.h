// Instructions of a program as valgrind counts them: without counters of the processor, and the
// same every time.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

// The number behind "I refs:" in what process number `process` says; -1 where it says none.
// Processes that it forked say numbers of their own.
std::int64_t instruction_refs(const std::string &text, int process);

// All instructions in user space of one run of the command, its start included; not those of
// processes that it starts. Throws Error: nothing_ran (valgrind is missing), wrong (the command
// failed, or uses an instruction that valgrind does not know), inconclusive (the time limit).
std::int64_t count_with_cachegrind(const std::vector<std::string> &command, double limit_s);

}  // namespace ladder
