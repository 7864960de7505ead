// needs: libsegyio
// SEG-Y: https://seg.org/publications/tech-standards (revision 1, 2002). Bytes are counted from 1,
// as there.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "harness/base/files.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/trace_io.h"

namespace ladder {
namespace {

constexpr long first_trace = text_bytes + binary_bytes;
constexpr int most_extended_headers = 1000;

FileError unusable(const std::string &path, const std::string &why) {
  return FileError(fmt::format("'{}' is not a usable SEG-Y file: {}", path, why));
}

const std::map<int, const char *> unread_formats = {
    {4, "fixed point with gain"},     {6, "float64"},
    {7, "24 bit integers"},           {9, "64 bit integers"},
    {10, "unsigned 32 bit integers"}, {11, "unsigned 16 bit integers"},
    {12, "unsigned 64 bit integers"}, {15, "unsigned 24 bit integers"},
    {16, "unsigned 8 bit integers"},
};

class BinaryHeader {
 public:
  BinaryHeader(const char *bytes, std::string path) : bytes_(bytes), path_(std::move(path)) {
    little_ = find_little();
  }
  bool little() const { return little_; }
  int format() const { return u16(3225, little_); }
  int samples() const { return u16(3221, little_); }
  int traces_of_a_shot() const { return u16(3213, little_); }
  int short_interval() const { return u16(3217, little_); }
  // Of revision 2 a double counts in the place of 16 bits.
  double interval() const {
    const double stated =
        revision() < 2 ? 0 : std::bit_cast<double>(number_from<std::uint64_t>(at(3273), !little_));
    if (stated == 0) return short_interval();
    if (!(stated > 0) || !std::isfinite(stated))
      throw unusable(path_, fmt::format("byte 3273 has the sample interval {} us", stated));
    return stated;
  }
  std::string length_unit() const {
    const int code = u16(3255, little_);
    return code == 1 ? "m" : code == 2 ? "ft" : "";
  }
  // Before revision 1 these bytes were anybody's.
  int revision() const {
    const int major = u16(3501, little_) >> 8, minor = u16(3501, little_);
    return major > 0 ? major : minor == 1 || minor == 2 ? minor : 0;
  }
  int extended_headers() const {
    return revision() > 0 ? static_cast<std::int16_t>(u16(3505, little_)) : 0;
  }
  void refuse_revision_2_only() const {
    if (revision() < 2) return;
    if (number_from<std::uint32_t>(at(3507), !little_) != 0)
      throw unusable(path_, "it has more than one header a trace (revision 2), which is not read");
    const auto samples = number_from<std::uint32_t>(at(3269), !little_);
    if (samples != 0 && samples != static_cast<std::uint32_t>(this->samples()))
      throw unusable(path_, "it counts its samples in 32 bits (revision 2), which is not read");
    const auto begin = number_from<std::uint64_t>(at(3521), !little_);
    if (begin != 0 && begin != std::uint64_t{first_trace} + text_bytes * extended_headers())
      throw unusable(path_, fmt::format("byte 3521 says that its traces begin at byte {} (revision "
                                        "2), which is not read",
                                        begin));
  }

 private:
  const char *at(int byte) const { return bytes_ + byte - 1 - text_bytes; }
  int u16(int byte, bool little) const { return number_from<std::uint16_t>(at(byte), !little); }

  static bool known(int format) { return width_of(format) != 0 || unread_formats.contains(format); }

  // Revision 2 says it; before, the standard knew big-endian files alone, and both were written.
  bool find_little() const {
    const auto mark = number_from<std::uint32_t>(at(3297), true);
    if (mark == 0x02010403)
      throw unusable(path_, "its bytes are swapped in pairs (revision 2), which is not read");
    const bool marked = mark == 0x01020304 || mark == 0x04030201;
    const bool little =
        marked ? mark == 0x04030201 : !known(u16(3225, false)) && known(u16(3225, true));
    if (!known(u16(3225, little)))
      throw unusable(path_, fmt::format("byte 3225 has the sample format {}, which does not exist",
                                        u16(3225, little)));
    return little;
  }

  const char *bytes_;
  std::string path_;
  bool little_ = false;
};

// From sizes alone, so that nothing is read that is not there.
TraceLayout find_layout(const std::string &path, std::uint64_t size, const char *head) {
  const BinaryHeader binary(head + text_bytes, path);
  TraceLayout layout;
  layout.little = binary.little();
  layout.revision = binary.revision();
  layout.format = binary.format();
  layout.samples = binary.samples();
  layout.interval = binary.interval();
  layout.short_interval = binary.short_interval();
  layout.length_unit = binary.length_unit();
  layout.metre = layout.length_unit == "ft" ? 0.3048 : 1;
  if (width_of(layout.format) == 0)
    throw unusable(
        path, fmt::format("its samples are {} (format {}), but only IBM and IEEE float32 and "
                          "signed integers of 1, 2 and 4 bytes are read (formats 1, 5, 8, 3, 2)",
                          unread_formats.at(layout.format), layout.format));
  if (layout.samples == 0) throw unusable(path, "byte 3221 says that its traces have 0 samples");
  binary.refuse_revision_2_only();
  const int extended = binary.extended_headers();
  if (extended < 0 || extended > most_extended_headers)
    throw unusable(path,
                   fmt::format("byte 3505 says that {} extended text headers follow: a number "
                               "from 0 to {} is read",
                               extended, most_extended_headers));
  layout.first = first_trace + long{text_bytes} * extended;
  const auto first = static_cast<std::uint64_t>(layout.first),
             trace = static_cast<std::uint64_t>(header_bytes +
                                                layout.samples * width_of(layout.format));
  if (size < first)
    throw unusable(path,
                   fmt::format("it has {} bytes, but its headers alone take {}", size, first));
  if (size == first) throw unusable(path, "it has no traces");
  if ((size - first) % trace != 0)
    throw unusable(
        path, fmt::format("it has {} bytes, which is not a whole number of traces: each takes {} "
                          "after the first {}, so it was truncated, or its headers are wrong",
                          size, trace, first));
  layout.traces = (size - first) / trace;
  if (layout.traces > INT32_MAX)
    throw unusable(
        path, fmt::format("it has {} traces, but at most {} are read", layout.traces, INT32_MAX));
  return layout;
}

std::string text_of_segy(const std::string &path, const char *head) {
  // EBCDIC has its space where ASCII has '@': the more frequent one decides.
  const std::string raw(head, text_bytes);
  if (std::count(raw.begin(), raw.end(), ' ') >= std::count(raw.begin(), raw.end(), '@'))
    return raw;
  const SegyFile file(segy_open(path.c_str(), "rb"));
  std::string text(text_bytes + 1, '\0');
  if (!file || segy_read_textheader(file.get(), text.data()) != SEGY_OK)
    throw FileError(fmt::format("the text header of '{}' cannot be read", path));
  text.resize(text_bytes);
  return text;
}

std::string binary_header(const Traces &traces) {
  std::string binary(binary_bytes, '\0');
  const auto put = [&](int field, int value) { segy_set_bfield(binary.data(), field, value); };
  const auto in_first =
      std::ranges::count(traces.headers, traces.headers.front().record, &TraceHeader::record);
  const int count = in_first > most_samples ? 0 : static_cast<int>(in_first);
  put(SEGY_BIN_JOB_ID, 1);
  put(SEGY_BIN_LINE_NUMBER, 1);
  put(SEGY_BIN_REEL_NUMBER, 1);
  put(SEGY_BIN_TRACES, count);
  put(SEGY_BIN_INTERVAL, static_cast<int>(traces.interval));
  put(SEGY_BIN_INTERVAL_ORIG, static_cast<int>(traces.interval));
  put(SEGY_BIN_SAMPLES, traces.samples);
  put(SEGY_BIN_SAMPLES_ORIG, traces.samples);
  put(SEGY_BIN_FORMAT, SEGY_IEEE_FLOAT_4_BYTE);
  put(SEGY_BIN_ENSEMBLE_FOLD, 1);
  put(SEGY_BIN_SORTING_CODE, traces.model ? 4 : 1);  // stacked, or as recorded
  put(SEGY_BIN_MEASUREMENT_SYSTEM, 1);
  // By hand: libsegyio's versions differ in whether these two bytes are one field or two.
  binary[3501 - 1 - text_bytes] = 1;
  put(SEGY_BIN_TRACE_FLAG, 1);
  return binary;
}

}  // namespace

Traces read_segy(const std::string &path, const TraceReading &how) {
  const std::uint64_t size = size_of_file(path);
  if (size < first_trace)
    throw unusable(path, fmt::format("it has {} bytes, but the headers of the file alone take {}",
                                     size, first_trace));
  const std::string head = first_bytes(path, first_trace);
  const TraceLayout layout = find_layout(path, size, head.data());
  Traces traces = read_traces(path, layout, how);
  const bool own = read_text_header(text_of_segy(path, head.data()), traces);
  // Other programs leave any number there when they write a part of a file.
  const int of_a_shot = BinaryHeader(head.data() + text_bytes, path).traces_of_a_shot();
  if (own && layout.traces < static_cast<std::size_t>(of_a_shot))
    throw unusable(path, fmt::format("byte 3213 says that a shot has {} traces, but the file has "
                                     "{}, so it was truncated",
                                     of_a_shot, layout.traces));
  return traces;
}

void write_segy(const std::string &path, const Traces &traces, bool overwrite) {
  TraceLayout layout;
  layout.first = first_trace;
  write_trace_file(path, traces, overwrite, layout, [&](segy_file *file) {
    return segy_write_textheader(file, 0, text_header(traces).c_str()) == SEGY_OK &&
           segy_write_binheader(file, binary_header(traces).data()) == SEGY_OK;
  });
}

}  // namespace ladder
