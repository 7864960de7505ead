// What the headers of single traces say against the file's, and against each other.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/trace_header.h"
#include "harness/formats/trace_io.h"

namespace ladder {

// Whether the header says that the trace holds what is no seismic data: 2 dead, 3 dummy, 4 time
// break, ...
bool is_no_data(const TraceHeader &, const TraceLayout &);

// Of the trace `index`. The first gives `traces` the interval that the file does not state.
// Throws FileError for another number of samples, another interval, and a kind that is not read.
void check_trace(const std::string &path, std::size_t index, const HeaderRead &,
                 const TraceLayout &, const TraceReading &, Traces &);

// Of all traces that are read. Throws FileError.
void check_gather(const std::string &path, const TraceLayout &, const TraceReading &, Traces &);

// The samples of a trace of SEG-Y or SU.

// Appends the samples of `raw`, which libsegyio reads as big-endian, in SEG-Y's format; false where
// they cannot be read. `raw` is changed.
bool append_samples(std::vector<char> &raw, int format, int samples, std::vector<float> &to);

// Words on traces that are far smoother as floats of the other kind, IBM's or IEEE's, than as the
// file states; empty where they are not.
std::string doubt_of_format(const std::vector<std::vector<char>> &raw, int format, int samples,
                            bool gather);

}  // namespace ladder
