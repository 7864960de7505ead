// Whole files, with words for whatever hinders.
#pragma once
#include <cstdint>
#include <string>

namespace ladder {

// [B], of a file that is going to be read (inputs.h). Throws FileError: missing, out of reach, a
// folder, or no regular file.
std::uint64_t size_of_file(const std::string &path);

// Whether opening `path` may wait for ever, and not react to Ctrl-C: a named pipe. A shell's own
// pipes, such as <(command), are open already.
bool is_named_pipe(const std::string &path);

// For a file that is read as it comes, from <(command) too. Throws FileError where `path` is a
// named pipe.
void refuse_named_pipe(const std::string &path);

// Throws FileError: as above, no permission, or more than `most` bytes.
std::string read_file(const std::string &path, std::uint64_t most = std::uint64_t{1} << 36);

}  // namespace ladder
