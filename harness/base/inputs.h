// The files that this process reads: none of them may be written.
#pragma once
#include <string>

namespace ladder {

// From here on the files that are read are noted. The program calls it; tests, which write again
// what they have read, need not.
void guard_inputs();

// Called by whoever opens a file of the user's, and for every file that the command line names. A
// file that this process has claimed to write (claim.h), such as the checkpoint of a run that is
// resumed, is not noted.
void note_input(const std::string &path);

// Throws FileError where `path` is one of them: by device and inode, so that links and spelling do
// not count.
void refuse_input(const std::string &path);

// All of them, between quotes; empty where there is none.
std::string inputs_text();

// A file that this process writes, and may read again.
void note_output(const std::string &path);

}  // namespace ladder
