#include "harness/seismic/shots/model_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/problems/wave/assemble.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {
namespace {

// The number behind the last `mark`, which is taken off the text; `preset` where there is no mark.
double take_number(std::string &text, char mark, double least, double most, double preset) {
  const auto at = text.rfind(mark);
  if (at == std::string::npos) return preset;
  const auto n = numbers_between(text.substr(at + 1), ',');
  if (n.size() != 1 || n[0] < least || n[0] > most)
    throw UsageError(
        fmt::format("--models: expected a number from {2:g} to {3:g} after the '{0}' of '{1}'",
                    mark, text, least, most));
  text.resize(at);
  return n[0];
}

// Along one axis; at the border the outermost value is continued.
void smooth(std::vector<double> &values, int cells, std::size_t stride, double sigma) {
  const int reach = static_cast<int>(std::ceil(4 * sigma));
  std::vector<double> weights;
  double sum = 0;
  for (int i = -reach; i <= reach; ++i) {
    weights.push_back(std::exp(-0.5 * i * i / (sigma * sigma)));
    sum += weights.back();
  }
  const std::vector<double> old = values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int at = static_cast<int>(i / stride % static_cast<std::size_t>(cells));
    double smoothed = 0;
    for (int k = -reach; k <= reach; ++k) {
      const int moved = std::clamp(at + k, 0, cells - 1) - at;
      smoothed += weights[static_cast<std::size_t>(k + reach)] *
                  old[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) +
                                               moved * static_cast<std::ptrdiff_t>(stride))];
    }
    values[i] = smoothed / sum;
  }
}

void smooth_slowness(WaveCase &c, double metres) {
  std::vector<double> slowness;
  for (float v : c.velocity) slowness.push_back(1 / double(v));
  const auto nz = static_cast<std::size_t>(c.nz), nx = static_cast<std::size_t>(c.nx);
  if (c.nz > 1) smooth(slowness, c.nz, 1, metres / c.dz);
  if (c.nx > 1) smooth(slowness, c.nx, nz, metres / c.dx);
  if (c.ny > 1) smooth(slowness, c.ny, nz * nx, metres / c.dy);
  float *const velocity = c.velocity.change();
  for (std::size_t i = 0; i < slowness.size(); ++i)
    velocity[i] = static_cast<float>(1 / slowness[i]);
}

constexpr double sigma = 2;  // [cells] of the Gaussian
constexpr int reach = 8;     // [cells] four sigma

// The Gaussian, or its negative second derivative, at -reach .. reach.
std::vector<double> weights(bool second_derivative) {
  std::vector<double> w;
  for (int i = -reach; i <= reach; ++i) {
    const double a = double(i) * i / (sigma * sigma);
    w.push_back(std::exp(-a / 2) * (second_derivative ? 1 - a : 1));
  }
  return w;
}

// Along the axis of that stride; beyond the border there is nothing.
void convolve(std::vector<float> &map, int cells, std::size_t stride,
              const std::vector<double> &w) {
  const std::vector<float> old = map;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const int at = static_cast<int>(i / stride % static_cast<std::size_t>(cells));
    double sum = 0;
    for (int k = std::max(-reach, -at); k <= std::min(reach, cells - 1 - at); ++k)
      sum += w[static_cast<std::size_t>(k + reach)] *
             double(old[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) +
                                                 k * static_cast<std::ptrdiff_t>(stride))]);
    map[i] = static_cast<float>(sum);
  }
}

}  // namespace

std::string file_of_variant(std::string text) {
  take_number(text, '~', 1, 1e6, 0);
  take_number(text, '*', 0.1, 10, 1);
  return text == "case" ? "" : text;
}

WaveCase load_variant(const std::string &text, const LocatedCase &found, CaseOverrides over) {
  std::string name = text;
  const double radius = take_number(name, '~', 1, 1e6, 0),
               factor = take_number(name, '*', 0.1, 10, 1);
  if (name != "case") over.model = name;
  over.any_dt = true;
  WaveCase c = load_wave_case(found, over);
  float *const velocity = c.velocity.change();
  for (std::size_t i = 0; i < c.velocity.size(); ++i) velocity[i] *= static_cast<float>(factor);
  if (radius > 0) smooth_slowness(c, radius);
  note_extremes(c);
  make_v2dt2(c);
  c.hash = hash_of(c);
  return c;
}

WaveCase with_half_the_velocity(const WaveCase &whole) {
  WaveCase c = whole;
  float *const velocity = c.velocity.change(), *const v2dt2 = c.v2dt2.change();
  for (std::size_t i = 0; i < c.velocity.size(); ++i) {
    velocity[i] /= 2;
    v2dt2[i] /= 4;
  }
  c.slowest /= 2;
  c.fastest /= 2;
  c.source_cells.clear();
  c.source_weights.clear();
  c.source_place.reset();
  c.wavelets.clear();
  c.wavelet_delay = 0;
  c.band = {};
  c.hash = hash_of(c);
  return c;
}

std::vector<float> reflectivity_map(const WaveCase &c) {
  const auto nz = static_cast<std::size_t>(c.nz), nx = static_cast<std::size_t>(c.nx);
  std::vector<float> map(c.velocity.size());
  const ladder_cell first = c.corner, size = c.model_cells;
  for (int y = first.y; y < first.y + size.y; ++y)
    for (int x = first.x; x < first.x + size.x; ++x)
      for (int z = first.z; z + 1 < first.z + size.z; ++z) {
        const std::size_t at = c.index(z, x, y);
        const float above = c.velocity[at], below = c.velocity[at + 1];
        map[at] = (below - above) / (below + above);
      }
  convolve(map, c.nz, 1, weights(true));
  if (c.nx > 1) convolve(map, c.nx, nz, weights(false));
  if (c.ny > 1) convolve(map, c.ny, nz * nx, weights(false));
  float most = 0;
  for (float r : map) most = std::max(most, std::abs(r));
  if (most == 0)
    throw FileError(
        fmt::format("case '{}': its model has one velocity along z, so nothing reflects", c.name));
  for (float &r : map) r /= most;
  return map;
}

Dispersion dispersion_of_reflectors(const WaveCase &c) {
  // In space what a Ricker wavelet is in time: its peak is at sqrt(2) / sigma.
  const Band band = band_of_ricker(std::sqrt(2.0) / (sigma * c.dz));  // here of wavenumbers
  return dispersion_of_wavenumbers(c, band.low, band.high);
}

double correlation(const WaveCase &c, const std::vector<float> &a, const std::vector<float> &b) {
  const auto inner_a = model_part(c, a, "", "").values, inner_b = model_part(c, b, "", "").values;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < inner_a.size(); ++i) {
    ab += double(inner_a[i]) * double(inner_b[i]);
    aa += double(inner_a[i]) * double(inner_a[i]);
    bb += double(inner_b[i]) * double(inner_b[i]);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

}  // namespace ladder
