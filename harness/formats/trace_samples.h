// The samples of a trace of SEG-Y or SU.
#pragma once
#include <string>
#include <vector>

namespace ladder {

// Appends the samples of `raw`, which libsegyio reads as big-endian, in SEG-Y's format; false where
// they cannot be read. `raw` is changed.
bool append_samples(std::vector<char> &raw, int format, int samples, std::vector<float> &to);

// Words on traces that are far smoother as floats of the other kind, IBM's or IEEE's, than as the
// file states; empty where they are not.
std::string doubt_of_format(const std::vector<std::vector<char>> &raw, int format, int samples,
                            bool gather);

}  // namespace ladder
