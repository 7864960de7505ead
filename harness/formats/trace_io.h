// The traces of a SEG-Y or SU file through libsegyio, whose sizes were found right before.
#pragma once
#include <segyio/segy.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/formats/traces.h"

namespace ladder {

constexpr int text_bytes = SEGY_TEXT_HEADER_SIZE, binary_bytes = SEGY_BINARY_HEADER_SIZE,
              header_bytes = SEGY_TRACE_HEADER_SIZE;

struct SegyCloser {
  void operator()(segy_file *file) const { segy_close(file); }
};
using SegyFile = std::unique_ptr<segy_file, SegyCloser>;

// Where the traces lie in a file, and how.
struct TraceLayout {
  bool little = false;
  long first = 0;                // [B] of the first trace's header
  int format = 0;                // SEG-Y's code of the samples
  int samples = 0;               // of each trace
  double interval = 0;           // [us] 0: the trace headers state it
  int short_interval = 0;        // the same as 16 bits hold it
  double metre = 1;              // [m] the file's unit of length
  std::string length_unit = "";  // that unit, where the file names one
  bool lengths = false;  // the caller says that coordinates are lengths, whatever the headers say
  bool depths = false;   // elevations count downwards
  std::optional<int> scalar;  // in the place of those of the headers
  bool su = false;            // bytes 181 to 196 hold floats
  int revision = 0;           // of SEG-Y
  std::uint64_t traces = 0;
};

int width_of(int format);  // [B] of a sample; 0: a format that is not read

// Throws FileError where headers contradict the layout or each other, or hold several shots.
Traces read_traces(const std::string &path, TraceLayout, const TraceReading &);

FileError too_many_samples(const std::string &path, int samples);
// The first bytes of the file. Throws FileError.
std::string first_bytes(const std::string &path, std::size_t count);
// A file of IEEE floats in the byte order of the layout, of which `head` writes what precedes the
// traces; false: it cannot. Throws FileError: what the headers cannot hold, named.
void write_trace_file(const std::string &path, const Traces &, bool overwrite, TraceLayout,
                      const std::function<bool(segy_file *)> &head);

// The 240 bytes before each trace.

// How many parts of a metre the headers count: 1, 10, 100 or 1000.
struct Scales {
  int across = 1;  // x and y
  int down = 1;    // depths
};

// The coarsest that holds every coordinate to the millimetre; a coarser one where 32 bits do not
// suffice. Throws FileError for coordinates that no scale can hold.
Scales scales_of(const std::string &path, const Traces &);

// Big-endian, as libsegyio passes headers.
void pack_header(char *header, std::size_t index, const Traces &, const Scales &, bool su);

struct HeaderRead {
  TraceHeader header;
  int samples = 0, interval = 0;  // 0: not stated
  double step_xy = 0;             // [m]
};
// Throws FileError for coordinates in degrees.
HeaderRead unpack_header(const char *header, const std::string &path, std::size_t index,
                         const TraceLayout &);

// What the headers of single traces say against the file's, and against each other.

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

// The 40 lines of 80 characters with which a SEG-Y file begins.

std::string text_header(const Traces &);  // 3200 characters

// Puts description, quantity and unit back; `text` is ASCII, of any origin. Returns whether a
// program of ladder wrote it.
bool read_text_header(const std::string &text, Traces &);

}  // namespace ladder
