// A file that a command appends to: a regular file under its own name, never one behind a link.
#pragma once
#include <string>

namespace ladder {

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

}  // namespace ladder
