// The traces of a SEG-Y or SU file through libsegyio, whose sizes were found right before.
#pragma once
#include <segyio/segy.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "harness/base/error.h"
#include "harness/formats/new_file.h"
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
// Both throw FileError: what the headers cannot hold, named.
void check_traces(const std::string &path, const Traces &);
void write_traces(const NewFile &, segy_file *, const std::string &path, const Traces &,
                  const TraceLayout &);

}  // namespace ladder
