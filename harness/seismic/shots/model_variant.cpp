#include "harness/seismic/shots/model_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/problems/wave/assemble.h"

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

}  // namespace ladder
