// What a command is going to write, looked at before it computes anything.
#pragma once
#include <string>

namespace ladder {

// Throws FileError: no product may take this name. It is an input of this process; a folder, a
// link, a device; it exists and is not to be overwritten, or is read-only; or its folder is
// missing. Every writer asks.
void refuse_taken(const std::string &path, bool overwrite);

// Root may write them too: whoever made a file read-only wants to keep it.
void refuse_read_only(const std::string &path);

// refuse_taken, and no other process may write it until this one ends. Once for each product of a
// command, when its options are known to be right.
void claim_output(const std::string &path, bool overwrite);

// The lock alone: for a folder, or a file that is appended to by one process at a time.
void lock_output(const std::string &path);

}  // namespace ladder
