// A file that appears whole or not at all: it is written under another name in the same folder, and
// renamed.
#pragma once
#include <string>
#include <string_view>

namespace ladder {

class NewFile {
 public:
  // Throws FileError: another file has the name (refuse_taken), or it cannot be made.
  NewFile(std::string path, bool overwrite);
  ~NewFile();
  NewFile(const NewFile &) = delete;
  NewFile &operator=(const NewFile &) = delete;

  const std::string &temporary() const { return temporary_; }  // empty file, to be written
  void keep();                                                 // gives the temporary its name
  // What hindered the writing, with errno's words: a full disk, a quota, ...
  [[noreturn]] void fail(int why) const;

 private:
  std::string path_, temporary_;
  bool overwrite_;
};

// Throws FileError as above.
void write_whole(const std::string &path, std::string_view bytes, bool overwrite);

// A file that a command appends to: a regular file under its own name, never one behind a link.

// Throws FileError: nothing may be appended under this name. It is an input of this process, a
// link, a folder, a device or a pipe, or read-only; or it is new and its folder is missing.
void refuse_appending(const std::string &path);

// A device such as /dev/null, or a file that this process has open already: /dev/stdout, /dev/fd/3,
// >(command). No file of the user's has such a name.
bool is_stream(const std::string &path);

struct OpenedToAppend {
  int descriptor = -1;  // below 0: errno says why
  bool created = false;
};

// Makes the file where it is missing. Follows a link only where the name is a stream's.
OpenedToAppend open_to_append(const std::string &path);

// What a command is going to write, looked at before it computes anything.

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
