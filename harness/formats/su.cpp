// needs: libsegyio
// Seismic Unix: traces as in SEG-Y with nothing before them, in the byte order of the machine that
// wrote them.
#include <fmt/format.h>

#include <optional>

#include "harness/base/files.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/trace_io.h"

namespace ladder {
namespace {

FileError unusable_su(const std::string &path, const std::string &why) {
  return FileError(fmt::format("'{}' is not a usable SU file: {}", path, why));
}

// The layout in one byte order, where the file's size allows it.
std::optional<TraceLayout> in_order(const char *header, std::uint64_t size, bool little) {
  TraceLayout layout;
  layout.su = true;
  layout.little = little;
  layout.format = SEGY_IEEE_FLOAT_4_BYTE;
  layout.samples = number_from<std::uint16_t>(header + SEGY_TR_SAMPLE_COUNT - 1, !little);
  const auto trace = static_cast<std::uint64_t>(header_bytes + 4 * layout.samples);
  if (layout.samples == 0 || size % trace != 0 || size / trace > INT32_MAX) return std::nullopt;
  layout.traces = size / trace;
  return layout;
}

// Some counts read the same in both orders; then the kind of trace, a small number, decides.
bool little_by_kind(const char *header) {
  const char *kind = header + SEGY_TR_TRACE_ID - 1, *number = header + SEGY_TR_SEQ_LINE - 1;
  const auto little = number_from<std::uint16_t>(kind, false),
             big = number_from<std::uint16_t>(kind, true);
  if (little != big) return little < big;
  return number_from<std::uint32_t>(number, false) <= number_from<std::uint32_t>(number, true);
}

}  // namespace

Traces read_su(const std::string &path, const TraceReading &how) {
  const std::uint64_t size = size_of_file(path);
  if (size == 0) throw unusable_su(path, "it has no traces");
  if (size < header_bytes)
    throw unusable_su(path, fmt::format("it has {} bytes, but the header of a trace takes {}", size,
                                        header_bytes));
  const std::string first = first_bytes(path, header_bytes);
  const char *const header = first.data();
  const auto little = in_order(header, size, true), big = in_order(header, size, false);
  if (!little && !big)
    throw unusable_su(
        path,
        fmt::format("it has {} bytes, which is not a whole number of traces of {} samples (or {}, "
                    "in the other byte order): it was truncated, or is not an SU file",
                    size, number_from<std::uint16_t>(header + SEGY_TR_SAMPLE_COUNT - 1, false),
                    number_from<std::uint16_t>(header + SEGY_TR_SAMPLE_COUNT - 1, true)));
  if (little && big) return read_traces(path, little_by_kind(header) ? *little : *big, how);
  return read_traces(path, little ? *little : *big, how);
}

void write_su(const std::string &path, const Traces &traces, bool overwrite) {
  TraceLayout layout;
  layout.su = layout.little = true;
  write_trace_file(path, traces, overwrite, layout, [](segy_file *) { return true; });
}

}  // namespace ladder
