// needs: libsegyio
#include "harness/formats/trace_io.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numeric>

#include "harness/base/files.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/gather.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

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
        !append_samples(raw, layout.format, layout.samples, values))
      throw unreadable(path, i);
  }
  return values;
}

// Of some of the chosen traces.
std::string doubt_of_traces(const std::string &path, const TraceLayout &layout, bool gather,
                            const std::vector<std::size_t> &chosen) {
  constexpr std::size_t most = 32;
  const SegyFile file = open_traces(path, layout);
  const int bytes = layout.samples * width_of(layout.format);
  std::vector<std::vector<char>> raw;
  for (std::size_t k = 0; k < chosen.size(); k += std::max<std::size_t>(1, chosen.size() / most)) {
    const auto trace = static_cast<int>(chosen[k]);
    raw.emplace_back(static_cast<std::size_t>(bytes));
    if (segy_readtrace(file.get(), trace, raw.back().data(), layout.first, bytes) != SEGY_OK)
      throw unreadable(path, chosen[k]);
  }
  return doubt_of_format(raw, layout.format, layout.samples, gather);
}

void obey(const std::string &path, const GatherOverrides &over, TraceLayout &layout) {
  if (!over.units.empty()) layout.metre = over.units == "ft" ? 0.3048 : 1;
  layout.lengths = !over.units.empty();
  layout.depths = over.elevations == "down";
  layout.scalar = over.scalar;
  if (over.format.empty()) return;
  if (layout.su || width_of(layout.format) != 4)
    throw UsageError(
        fmt::format("--gather-format={}: '{}' has {}", over.format, path,
                    layout.su ? "IEEE floats, as all SU files" : "samples of fewer than 4 bytes"));
  layout.format = over.format == "ibm" ? SEGY_IBM_FLOAT_4_BYTE : SEGY_IEEE_FLOAT_4_BYTE;
}

// Returns the numbers of those that stay.
std::vector<std::size_t> leave_out_no_data(const std::string &path, const TraceLayout &layout,
                                           Traces &traces) {
  std::vector<std::size_t> live;
  std::vector<TraceHeader> headers;
  for (std::size_t i = 0; i < traces.headers.size(); ++i) {
    if (is_no_data(traces.headers[i], layout)) continue;
    live.push_back(i);
    headers.push_back(traces.headers[i]);
  }
  const std::size_t all = traces.headers.size();
  if (live.empty())
    throw FileError(fmt::format(
        "all {} traces of '{}' are marked as dead or as no seismic data (byte 29)", all, path));
  if (live.size() < all)
    traces.notes.push_back(
        fmt::format("'{}': {} of {} traces are marked as dead or as no seismic "
                    "data (byte 29) and were left out",
                    path, all - live.size(), all));
  traces.headers = std::move(headers);
  return live;
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
  obey(path, how.overrides, layout);
  const SegyFile file = open_traces(path, layout);
  const int bytes = layout.samples * width_of(layout.format);
  Traces traces;
  traces.path = path;
  traces.samples = layout.samples;
  traces.interval = layout.interval;
  traces.length_unit = layout.length_unit;
  traces.headers.reserve(layout.traces);
  char header[header_bytes];
  for (std::size_t i = 0; i < layout.traces; ++i) {
    if (segy_traceheader(file.get(), static_cast<int>(i), header, layout.first, bytes) != SEGY_OK)
      throw unreadable(path, i);
    const HeaderRead read = unpack_header(header, path, i, layout);
    check_trace(path, i, read, layout, how, traces);
    traces.headers.push_back(read.header);
    traces.step_xy = read.step_xy;
  }
  std::vector<std::size_t> chosen(layout.traces);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  if (how.gather) chosen = leave_out_no_data(path, layout, traces);
  check_gather(path, layout, how, traces);
  if (how.gather && !how.all_shots) {
    const auto live = chosen;
    chosen.clear();
    std::vector<TraceHeader> headers;
    for (const std::size_t i : traces_of_shot(traces.headers, how.overrides.shot, path)) {
      headers.push_back(traces.headers[i]);
      chosen.push_back(live[i]);
    }
    traces.headers = std::move(headers);
  }
  if (const auto doubt =
          how.overrides.format.empty() ? doubt_of_traces(path, layout, how.gather, chosen) : "";
      !doubt.empty())
    traces.notes.push_back(doubt);
  refuse_beyond_memory(
      4.0 * double(chosen.size()) * layout.samples,
      fmt::format("'{}', of {} traces of {} samples,", path, chosen.size(), layout.samples),
      "take fewer traces");
  if (how.all_shots)
    traces.values_of = [path, layout, chosen](std::vector<std::size_t> some) {
      for (std::size_t &i : some) i = chosen[i];
      return values_of(path, layout, some);
    };
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

std::string first_bytes(const std::string &path, std::size_t count) {
  std::string bytes(count, '\0');
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be opened: {}", path, std::strerror(errno)));
  if (!in.read(bytes.data(), static_cast<std::streamsize>(count)))
    throw FileError(fmt::format("'{}' cannot be read to the end", path));
  return bytes;
}

void write_trace_file(const std::string &path, const Traces &traces, bool overwrite,
                      TraceLayout layout, const std::function<bool(segy_file *)> &head) {
  check_traces(path, traces);
  if (traces.samples > most_samples) throw too_many_samples(path, traces.samples);
  NewFile out(path, overwrite);
  SegyFile file(segy_open(out.temporary().c_str(), "w+b"));
  if (!file) out.fail(errno);
  layout.format = SEGY_IEEE_FLOAT_4_BYTE;
  layout.samples = traces.samples;
  segy_set_format(file.get(), layout.format | (layout.little ? SEGY_LSB : SEGY_MSB));
  errno = 0;
  if (!head(file.get())) out.fail(errno);
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
        segy_write_traceheader(file.get(), trace, header, layout.first, bytes) != SEGY_OK ||
        segy_writetrace(file.get(), trace, samples.data(), layout.first, bytes) != SEGY_OK)
      out.fail(errno);
  }
  errno = 0;
  if (segy_close(file.release()) != SEGY_OK) out.fail(errno);
  out.keep();
}

}  // namespace ladder
