// Whole files, with words for whatever hinders.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace ladder {

// [B], of a file that is going to be read. Throws FileError: missing, out of reach, a
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

// Bytes into an open file.

// All of them. Returns 0, or errno of what hindered it: a part may be in the file then.
int write_all(int descriptor, std::string_view bytes);

// A file that may not grow (ulimit -f) is an error of `write_all` like a full disk, and does not
// end this process or one that it starts.
void report_size_limit();

// An empty file in the system's folder for such, removed with this object.

struct TemporaryFile {
  explicit TemporaryFile(const std::string &name);  // throws FileError
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  std::string path;
};

// The same for an empty folder, removed with all that is in it.
struct TemporaryFolder {
  explicit TemporaryFolder(const std::string &who);  // throws FileError that begins with `who`
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string path;
};

// Whether memory and disk suffice, asked before anything is allocated, computed or written.

// "512 bytes", "4.6 MB", "16.2 GB".
std::string bytes_text(double bytes);

// Both throw FileError with both numbers where `bytes` do not fit: "WHAT needs 16.2 GB, and 3.1 GB
// are free in the memory of this machine: ADVICE". Bytes are doubles because some of these products
// exceed 64 bits.
void refuse_beyond_memory(double bytes, const std::string &what, const std::string &advice);
// Of the file system that `path`, an output that need not exist, lies on.
void refuse_beyond_disk(double bytes, const std::string &path, const std::string &what,
                        const std::string &advice);

// The files that this process reads: none of them may be written.

// From here on the files that are read are noted. The program calls it; tests, which write again
// what they have read, need not.
void guard_inputs();

// Called by whoever opens a file of the user's, and for every file that the command line names. A
// file that this process has claimed to write (new_file.h), such as the checkpoint of a run that is
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
