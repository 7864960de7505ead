// needs: libsegyio
#include "harness/formats/trace_io.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <numeric>

#include "harness/base/enough_room.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/shots.h"
#include "harness/formats/trace_header.h"

namespace ladder {
namespace {

template <typename T>
void append(const std::vector<char> &raw, int samples, std::vector<float> &to) {
  const T *first = reinterpret_cast<const T *>(raw.data());
  to.insert(to.end(), first, first + samples);
}

// The samples of a trace as they lie after segy_to_native.
void append_values(const std::vector<char> &raw, int format, int samples, std::vector<float> &to) {
  switch (format) {
    case SEGY_SIGNED_INTEGER_4_BYTE:
      return append<std::int32_t>(raw, samples, to);
    case SEGY_SIGNED_SHORT_2_BYTE:
      return append<std::int16_t>(raw, samples, to);
    case SEGY_SIGNED_CHAR_1_BYTE:
      return append<std::int8_t>(raw, samples, to);
    default:
      return append<float>(raw, samples, to);
  }
}

FileError unreadable(const std::string &path, std::size_t trace) {
  return FileError(fmt::format("trace {} of '{}' cannot be read", trace + 1, path));
}

SegyFile open_traces(const std::string &path, const TraceLayout &layout) {
  SegyFile file(segy_open(path.c_str(), "rb"));
  if (!file) throw FileError(fmt::format("'{}' cannot be opened: {}", path, std::strerror(errno)));
  segy_mmap(file.get());  // two seeks and three reads a trace otherwise, which it falls back to
  segy_set_format(file.get(), layout.format | (layout.little ? SEGY_LSB : SEGY_MSB));
  return file;
}

std::vector<float> values_of(const std::string &path, const TraceLayout &layout,
                             const std::vector<std::size_t> &chosen) {
  const SegyFile file = open_traces(path, layout);
  const int bytes = layout.samples * width_of(layout.format);
  std::vector<float> values;
  values.reserve(chosen.size() * static_cast<std::size_t>(layout.samples));
  std::vector<char> raw(static_cast<std::size_t>(bytes));
  for (const std::size_t i : chosen) {
    if (segy_readtrace(file.get(), static_cast<int>(i), raw.data(), layout.first, bytes) !=
            SEGY_OK ||
        segy_to_native(layout.format, layout.samples, raw.data()) != SEGY_OK)
      throw unreadable(path, i);
    append_values(raw, layout.format, layout.samples, values);
  }
  return values;
}

void obey(const GatherOverrides &over, TraceLayout &layout) {
  if (!over.units.empty()) layout.metre = over.units == "ft" ? 0.3048 : 1;
  layout.lengths = !over.units.empty();
  layout.depths = over.elevations == "down";
  layout.scalar = over.scalar;
}

}  // namespace

int width_of(int format) {
  switch (format) {
    case SEGY_IBM_FLOAT_4_BYTE:
    case SEGY_SIGNED_INTEGER_4_BYTE:
    case SEGY_IEEE_FLOAT_4_BYTE:
      return 4;
    case SEGY_SIGNED_SHORT_2_BYTE:
      return 2;
    case SEGY_SIGNED_CHAR_1_BYTE:
      return 1;
    default:
      return 0;
  }
}

Traces read_traces(const std::string &path, TraceLayout layout, const TraceReading &how) {
  obey(how.overrides, layout);
  const SegyFile file = open_traces(path, layout);
  const int bytes = layout.samples * width_of(layout.format);
  Traces traces;
  traces.samples = layout.samples;
  traces.interval = layout.interval;
  traces.length_unit = layout.length_unit;
  traces.headers.reserve(layout.traces);
  char header[header_bytes];
  for (std::size_t i = 0; i < layout.traces; ++i) {
    if (segy_traceheader(file.get(), static_cast<int>(i), header, layout.first, bytes) != SEGY_OK)
      throw unreadable(path, i);
    const HeaderRead read = unpack_header(header, path, i, layout);
    if (read.samples != 0 && read.samples != layout.samples)
      throw FileError(
          fmt::format("trace {} of '{}' has {} samples, but the other traces have {}: traces of "
                      "different lengths are not read",
                      i + 1, path, read.samples, layout.samples));
    if (traces.interval == 0 && i == 0) traces.interval = read.interval;
    if (how.overrides.dt == 0 && read.interval != 0 && read.interval != traces.interval)
      throw FileError(fmt::format(
          "trace {} of '{}' has the sample interval {} us, but {} has {}: one of them is wrong{}",
          i + 1, path, read.interval, layout.interval ? "the file's header" : "its first trace",
          traces.interval, how.gather ? "; give the right one with --gather-dt" : ""));
    traces.headers.push_back(read.header);
    traces.step_xy = read.step_xy;
  }
  std::vector<std::size_t> chosen(layout.traces);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  if (how.gather && !how.all_shots) {
    chosen = traces_of_shot(traces.headers, how.overrides.shot, path);
    std::vector<TraceHeader> headers;
    for (const std::size_t i : chosen) headers.push_back(traces.headers[i]);
    traces.headers = std::move(headers);
  }
  refuse_beyond_memory(
      4.0 * double(chosen.size()) * layout.samples,
      fmt::format("'{}', of {} traces of {} samples,", path, chosen.size(), layout.samples),
      "take fewer traces");
  if (how.all_shots)
    traces.values_of = [path, layout](const auto &some) { return values_of(path, layout, some); };
  else
    traces.values = values_of(path, layout, chosen);
  return traces;
}

FileError too_many_samples(const std::string &path, int samples) {
  return FileError(
      fmt::format("'{}' cannot hold traces of {} samples: its headers hold at most {}. Write an "
                  ".rsf file, which has no such limit, or take fewer samples",
                  path, samples, most_samples));
}

void check_traces(const std::string &path, const Traces &traces) {
  const auto cannot = [&](const std::string &what) {
    return FileError(fmt::format("'{}' cannot hold {}", path, what));
  };
  if (traces.headers.empty() || traces.samples < 1)
    throw cannot("an empty gather: at least one trace of one sample is needed");
  if (traces.values.size() != traces.headers.size() * static_cast<std::size_t>(traces.samples))
    throw cannot(fmt::format("{} values as {} traces of {} samples", traces.values.size(),
                             traces.headers.size(), traces.samples));
  if (traces.headers.size() > INT32_MAX)
    throw cannot(
        fmt::format("{} traces: its headers hold at most {}", traces.headers.size(), INT32_MAX));
  for (const TraceHeader &h : traces.headers)
    // Written so that NaN is refused too.
    if (!(std::abs(h.delay) <= most_delay) || h.delay != std::round(h.delay))
      throw cannot(
          fmt::format("a first sample at {:g} ms: it must be a whole number of ms, at most {}",
                      h.delay, most_delay));
}

void write_traces(const NewFile &out, segy_file *file, const std::string &path,
                  const Traces &traces, const TraceLayout &layout) {
  const Scales scales = scales_of(path, traces);
  const int bytes = layout.samples * width_of(layout.format);
  std::vector<float> samples(static_cast<std::size_t>(layout.samples));
  char header[header_bytes];
  for (std::size_t i = 0; i < traces.headers.size(); ++i) {
    const int trace = static_cast<int>(i);
    pack_header(header, i, traces, scales, layout.su);
    const auto from = traces.values.begin() +
                      static_cast<std::ptrdiff_t>(i * static_cast<std::size_t>(layout.samples));
    std::copy(from, from + layout.samples, samples.begin());
    errno = 0;
    if (segy_from_native(layout.format, layout.samples, samples.data()) != SEGY_OK ||
        segy_write_traceheader(file, trace, header, layout.first, bytes) != SEGY_OK ||
        segy_writetrace(file, trace, samples.data(), layout.first, bytes) != SEGY_OK)
      out.fail(errno);
  }
}

}  // namespace ladder
