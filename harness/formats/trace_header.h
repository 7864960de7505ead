// The 240 bytes before each trace.
#pragma once
#include <string>

#include "harness/formats/trace_io.h"

namespace ladder {

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

}  // namespace ladder
