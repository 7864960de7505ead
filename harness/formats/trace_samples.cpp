// needs: libsegyio
#include "harness/formats/trace_samples.h"

#include <fmt/format.h>
#include <segyio/segy.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "harness/formats/byte_order.h"
#include "harness/formats/ibm_float.h"

namespace ladder {
namespace {

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
