// needs: libsegyio
#include <fmt/format.h>
#include <segyio/segy.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

#include "harness/formats/byte_order.h"
#include "harness/formats/trace_io.h"

namespace ladder {
namespace {

const std::map<int, const char *> kinds = {
    {2, "dead"},
    {3, "a dummy"},
    {4, "a time break"},
    {5, "an uphole"},
    {6, "a sweep"},
    {7, "timing"},
    {8, "a water break"},
    // Of SEG-Y's revision 1; SU has other meanings.
    {9, "a near-field signature"},
    {10, "a far-field signature"},
    {18, "a vibrator's reaction mass"},
    {19, "a vibrator's base plate"},
    {20, "a vibrator's ground force"},
    {21, "a vibrator's reference"},
    {22, "pairs of time and velocity"},
};

// Hydrophone, vertical, crossline, inline, rotated: one wave is read of one of them.
bool is_component(int kind) { return kind >= 11 && kind <= 17; }

double microseconds_of(float d1) {
  // The number that was meant: 62.5, not 62.500000297.
  return std::stod(fmt::format("{:.7g}", 1e6 * double{d1}));
}

// SU has the interval as a float besides, which holds what whole microseconds cannot.
void take_su_interval(const std::string &path, const TraceHeader &first, Traces &traces) {
  if (!(first.d1 > 0) || !std::isfinite(first.d1)) return;
  const double stated = microseconds_of(first.d1), whole = traces.interval;
  if (whole != 0 && std::abs(stated - whole) >= 1)
    throw FileError(
        fmt::format("'{}' has the sample interval d1 = {:g} s (byte 181), and dt = {:g} us (byte "
                    "117): give the right one with --gather-dt",
                    path, first.d1, whole));
  traces.interval = stated;
}

// Of the other reading's roughness, at most so much is far smoother.
constexpr double far_smoother = 0.25;

template <typename T>
void append(const std::vector<char> &raw, int samples, std::vector<float> &to) {
  const T *first = reinterpret_cast<const T *>(raw.data());
  to.insert(to.end(), first, first + samples);
}

// The mean square of second differences, as a share of that of the values; Inf where values are not
// finite.
double roughness(const std::vector<float> &values) {
  double bends = 0, squares = 0;
  for (std::size_t i = 1; i + 1 < values.size(); ++i) {
    const double v = values[i], bend = values[i - 1] - 2 * v + values[i + 1];
    squares += v * v;
    bends += bend * bend;
  }
  if (!std::isfinite(bends) || !std::isfinite(squares))
    return std::numeric_limits<double>::infinity();
  return squares > 0 ? bends / squares : 0;
}

double roughness(const std::vector<std::vector<char>> &raw, int format, int samples) {
  double sum = 0;
  for (std::vector<char> trace : raw) {
    std::vector<float> values;
    append_samples(trace, format, samples, values);
    sum += roughness(values);
  }
  return sum / double(raw.size());
}

}  // namespace

bool is_no_data(const TraceHeader &header, const TraceLayout &layout) {
  return kinds.contains(header.kind) && (!layout.su || header.kind <= 8);
}

void check_trace(const std::string &path, std::size_t index, const HeaderRead &read,
                 const TraceLayout &layout, const TraceReading &how, Traces &traces) {
  if (read.samples != 0 && read.samples != layout.samples)
    throw FileError(
        fmt::format("trace {} of '{}' has {} samples, but the other traces have {}: traces of "
                    "different lengths are not read",
                    index + 1, path, read.samples, layout.samples));
  if (!how.gather && is_no_data(read.header, layout))
    throw FileError(
        fmt::format("trace {} of '{}' is marked as {} (byte 29 is {}), but a model needs all its "
                    "columns",
                    index + 1, path, kinds.at(read.header.kind), read.header.kind));
  if (traces.interval == 0 && index == 0) traces.interval = read.interval;
  // Whole microseconds are those of the file's header, or its interval rounded.
  const bool same =
      read.interval == 0 || read.interval == traces.interval ||
      (layout.interval != layout.short_interval &&
       (read.interval == layout.short_interval || std::abs(read.interval - traces.interval) < 1));
  if (how.overrides.dt == 0 && !same)
    throw FileError(fmt::format(
        "trace {} of '{}' has the sample interval {} us, but {} has {:g}: one of them is wrong{}",
        index + 1, path, read.interval, layout.interval ? "the file's header" : "its first trace",
        traces.interval, how.gather ? "; give the right one with --gather-dt" : ""));
}

void check_gather(const std::string &path, const TraceLayout &layout, const TraceReading &how,
                  Traces &traces) {
  if (!how.gather || traces.headers.empty()) return;
  const TraceHeader &first = traces.headers.front();
  if (layout.su && how.overrides.dt == 0) take_su_interval(path, first, traces);
  for (const TraceHeader &header : traces.headers) {
    if (is_component(header.kind) && is_component(first.kind) && header.kind != first.kind)
      throw FileError(
          fmt::format("'{}' has traces of several components (byte 29 is {} and {}): write those "
                      "of one to a file",
                      path, first.kind, header.kind));
    if (layout.su && header.f1 != 0 && !(std::abs(1e3 * double{header.f1} - header.delay) < 1))
      throw FileError(
          fmt::format("'{}' has its first sample at f1 = {:g} s (byte 185), and at delrt = {:g} ms "
                      "(byte 109): make them equal",
                      path, header.f1, header.delay));
  }
}

bool append_samples(std::vector<char> &raw, int format, int samples, std::vector<float> &to) {
  if (format == SEGY_IBM_FLOAT_4_BYTE) {
    for (int i = 0; i < samples; ++i)
      to.push_back(
          float_of_ibm(number_from<std::uint32_t>(raw.data() + 4 * std::ptrdiff_t{i}, true)));
    return true;
  }
  if (segy_to_native(format, samples, raw.data()) != SEGY_OK) return false;
  switch (format) {
    case SEGY_SIGNED_INTEGER_4_BYTE:
      append<std::int32_t>(raw, samples, to);
      break;
    case SEGY_SIGNED_SHORT_2_BYTE:
      append<std::int16_t>(raw, samples, to);
      break;
    case SEGY_SIGNED_CHAR_1_BYTE:
      append<std::int8_t>(raw, samples, to);
      break;
    default:
      append<float>(raw, samples, to);
  }
  return true;
}

std::string doubt_of_format(const std::vector<std::vector<char>> &raw, int format, int samples,
                            bool gather) {
  const bool ibm = format == SEGY_IBM_FLOAT_4_BYTE;
  if (raw.empty() || samples < 3 || (!ibm && format != SEGY_IEEE_FLOAT_4_BYTE)) return "";
  const int other = ibm ? SEGY_IEEE_FLOAT_4_BYTE : SEGY_IBM_FLOAT_4_BYTE;
  if (!(roughness(raw, other, samples) < far_smoother * roughness(raw, format, samples))) return "";
  const char *names[] = {"IEEE", "IBM"};
  return fmt::format(
      "warning: the samples are far smoother as {} floats (format {}) than as {} floats (format "
      "{}), which byte 3225 states: if they are, {}",
      names[!ibm], other, names[ibm], format,
      !gather ? "correct byte 3225"
      : ibm   ? "give --gather-format=ieee"
              : "give --gather-format=ibm");
}

}  // namespace ladder
