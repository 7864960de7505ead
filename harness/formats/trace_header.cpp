// needs: libsegyio
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "harness/formats/trace_io.h"

namespace ladder {
namespace {

constexpr double most = INT32_MAX;

double rounded(double metres, int parts) { return std::round(metres * parts); }

int scale_of(const std::string &path, const std::vector<double> &metres, const char *what) {
  double farthest = 0;
  for (double v : metres) {
    // Written so that NaN is refused too.
    if (!(std::abs(v) <= most))
      throw FileError(fmt::format("'{}' cannot hold the {} {:g} m: its headers hold at most {:g} m",
                                  path, what, v, most));
    farthest = std::max(farthest, std::abs(v));
  }
  int parts = 1000;
  while (rounded(farthest, parts) > most) parts /= 10;
  const auto whole_tenths = [&](double v) { return std::fmod(rounded(v, parts), 10) == 0; };
  while (parts > 1 && std::all_of(metres.begin(), metres.end(), whole_tenths)) parts /= 10;
  return parts;
}

void put(char *header, int field, double value) {
  segy_set_field(header, field, static_cast<std::int32_t>(value));
}

int get(const char *header, int field) {
  std::int32_t value = 0;
  segy_get_field(header, field, &value);
  return value;
}

// Negative: divide; positive: multiply; zero is taken as one, as everybody does.
double factor_of(int scalar) {
  if (scalar == 0) return 1;
  return scalar > 0 ? scalar : -1.0 / scalar;
}

double scaled(int value, int scalar) {
  // By a division where one is meant: 12345 / 100 is the double nearest to 123.45, 12345 * 0.01 is
  // not.
  return scalar < 0 ? value / -static_cast<double>(scalar) : value * factor_of(scalar);
}

}  // namespace

Scales scales_of(const std::string &path, const Traces &traces) {
  std::vector<double> across, down;
  for (const TraceHeader &h : traces.headers) {
    for (double v : {h.source.x, h.source.y, h.receiver.x, h.receiver.y}) across.push_back(v);
    for (double v : {h.source.z, h.receiver.z}) down.push_back(v);
  }
  return {scale_of(path, across, "coordinate"), scale_of(path, down, "depth")};
}

void refuse_unwritable_traces(const std::string &path, const Traces &traces) {
  if (traces.samples > most_samples) throw too_many_samples(path, traces.samples);
  scales_of(path, traces);
}

void pack_header(char *header, std::size_t index, const Traces &traces, const Scales &scales,
                 bool su) {
  std::memset(header, 0, header_bytes);
  const TraceHeader &h = traces.headers[index];
  const double number = static_cast<double>(index + 1);
  const double in_record = h.number > 0 ? h.number : number;
  const double dx = h.receiver.x - h.source.x, dy = h.receiver.y - h.source.y;
  const double offset = std::copysign(std::hypot(dx, dy), dx != 0 ? dx : dy);
  const auto scalar = [](int parts) { return parts == 1 ? 1 : -parts; };
  put(header, SEGY_TR_SEQ_LINE, number);
  put(header, SEGY_TR_SEQ_FILE, number);
  put(header, SEGY_TR_FIELD_RECORD, h.record);
  put(header, SEGY_TR_NUMBER_ORIG_FIELD, in_record);
  put(header, SEGY_TR_ENERGY_SOURCE_POINT, h.record);
  put(header, SEGY_TR_TRACE_ID, 1);
  put(header, SEGY_TR_OFFSET, std::clamp(std::round(offset), -most, most));
  // Elevations count upwards from the model's top, depths downwards.
  put(header, SEGY_TR_RECV_GROUP_ELEV, -rounded(h.receiver.z, scales.down));
  put(header, SEGY_TR_SOURCE_DEPTH, rounded(h.source.z, scales.down));
  put(header, SEGY_TR_ELEV_SCALAR, scalar(scales.down));
  put(header, SEGY_TR_SOURCE_GROUP_SCALAR, scalar(scales.across));
  put(header, SEGY_TR_SOURCE_X, rounded(h.source.x, scales.across));
  put(header, SEGY_TR_SOURCE_Y, rounded(h.source.y, scales.across));
  put(header, SEGY_TR_GROUP_X, rounded(h.receiver.x, scales.across));
  put(header, SEGY_TR_GROUP_Y, rounded(h.receiver.y, scales.across));
  put(header, SEGY_TR_COORD_UNITS, 1);
  put(header, SEGY_TR_DELAY_REC_TIME, h.delay);
  put(header, SEGY_TR_SAMPLE_COUNT, traces.samples);
  put(header, SEGY_TR_SAMPLE_INTER, static_cast<int>(traces.interval));
  if (su) {
    segy_set_field(header, SEGY_TR_CDP_X, std::bit_cast<std::int32_t>(h.d1));
    segy_set_field(header, SEGY_TR_CDP_Y, std::bit_cast<std::int32_t>(h.f1));
    segy_set_field(header, SEGY_TR_INLINE, std::bit_cast<std::int32_t>(h.d2));
    segy_set_field(header, SEGY_TR_CROSSLINE, std::bit_cast<std::int32_t>(h.f2));
    return;
  }
  // The common midpoint of a shot, the trace's own place in a model: half way in both.
  put(header, SEGY_TR_CDP_X,
      std::round((rounded(h.source.x, scales.across) + rounded(h.receiver.x, scales.across)) / 2));
  put(header, SEGY_TR_CDP_Y,
      std::round((rounded(h.source.y, scales.across) + rounded(h.receiver.y, scales.across)) / 2));
}

HeaderRead unpack_header(const char *header, const std::string &path, std::size_t index,
                         const TraceLayout &layout) {
  HeaderRead read;
  TraceHeader &h = read.header;
  const int across = layout.scalar.value_or(get(header, SEGY_TR_SOURCE_GROUP_SCALAR)),
            down = layout.scalar.value_or(get(header, SEGY_TR_ELEV_SCALAR)),
            units = get(header, SEGY_TR_COORD_UNITS);
  const auto place = [&](int field, int scalar) {
    return scaled(get(header, field), scalar) * layout.metre;
  };
  const double upwards = layout.depths ? -1 : 1;
  // Zero minus a depth, not minus a depth: there is no depth of -0.
  h.source = {place(SEGY_TR_SOURCE_X, across), place(SEGY_TR_SOURCE_Y, across),
              place(SEGY_TR_SOURCE_DEPTH, down) - upwards * place(SEGY_TR_SOURCE_SURF_ELEV, down)};
  h.receiver = {place(SEGY_TR_GROUP_X, across), place(SEGY_TR_GROUP_Y, across),
                0 - upwards * place(SEGY_TR_RECV_GROUP_ELEV, down)};
  h.record = get(header, SEGY_TR_FIELD_RECORD);
  h.kind = get(header, SEGY_TR_TRACE_ID);
  const bool somewhere =
      h.source.x != 0 || h.source.y != 0 || h.receiver.x != 0 || h.receiver.y != 0;
  if (units > 1 && somewhere && !layout.lengths)
    throw FileError(fmt::format(
        "trace {} of '{}' has coordinates in degrees or seconds of arc (code {}), but only lengths "
        "are read: convert them, or add --gather-units=m if they are lengths",
        index + 1, path, units));
  const int times = layout.su ? 0 : get(header, SEGY_TR_SCALAR_TRACE_HEADER);
  h.delay = scaled(get(header, SEGY_TR_DELAY_REC_TIME), times);
  read.samples = get(header, SEGY_TR_SAMPLE_COUNT) & 0xffff;  // unsigned in practice
  read.interval = get(header, SEGY_TR_SAMPLE_INTER) & 0xffff;
  read.step_xy = factor_of(across) * layout.metre;
  if (layout.revision > 0)
    h.midpoint = {place(SEGY_TR_CDP_X, across), place(SEGY_TR_CDP_Y, across), 0};
  if (layout.su) {
    h.d1 = std::bit_cast<float>(get(header, SEGY_TR_CDP_X));
    h.f1 = std::bit_cast<float>(get(header, SEGY_TR_CDP_Y));
    h.d2 = std::bit_cast<float>(get(header, SEGY_TR_INLINE));
    h.f2 = std::bit_cast<float>(get(header, SEGY_TR_CROSSLINE));
  }
  return read;
}

}  // namespace ladder
