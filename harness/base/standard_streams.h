// Standard input, output and error as a process finds and leaves them.
#pragma once

namespace ladder {

// Opens /dev/null for each of the three that is closed: a file that is opened later would take its
// place, and words for the user would be written into it.
void open_closed_streams();

// Writes out what is buffered for standard output. False where a part of it, now or before, could
// not be written.
bool finish_standard_output();

// Words for the user on standard error. Where it cannot be written they are lost, and nothing else.
void say_failure(const char *words);

}  // namespace ladder
