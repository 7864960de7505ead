// Whether memory and disk suffice, asked before anything is allocated, computed or written.
#pragma once
#include <string>

namespace ladder {

// "512 bytes", "4.6 MB", "16.2 GB".
std::string bytes_text(double bytes);

// Both throw FileError with both numbers where `bytes` do not fit: "WHAT needs 16.2 GB, and 3.1 GB
// are free in the memory of this machine: ADVICE". Bytes are doubles because some of these products
// exceed 64 bits.
void refuse_beyond_memory(double bytes, const std::string &what, const std::string &advice);
// Of the file system that `path`, an output that need not exist, lies on.
void refuse_beyond_disk(double bytes, const std::string &path, const std::string &what,
                        const std::string &advice);

}  // namespace ladder
