// Bytes into an open file.
#pragma once
#include <string_view>

namespace ladder {

// All of them. Returns 0, or errno of what hindered it: a part may be in the file then.
int write_all(int descriptor, std::string_view bytes);

// A file that may not grow (ulimit -f) is an error of `write_all` like a full disk, and does not
// end this process or one that it starts.
void report_size_limit();

}  // namespace ladder
