// From the numbers of a shot to the arrays that stages get.
#include "harness/problems/imaging/imaging_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/numerics/acoustic.h"
#include "harness/base/start.h"
#include "harness/problems/imaging/driver.h"

namespace ladder {
namespace {

// Taylor's operator; the window's numbers are not used for it.
std::vector<float> taps_of(int half_length, int cells, double spacing) {
  std::vector<float> taps(static_cast<std::size_t>(2 * half_length + 1), 0.0f);
  if (cells > 1)
    ladder_operator_taps(LADDER_TAYLOR, half_length, spacing, ladder_usual_alpha, ladder_usual_beta,
                         taps.data());
  return taps;
}

std::vector<float> sponge_of(const std::string &name, const char *axis, int cells, int low,
                             int high, double strength) {
  if (low + high > cells)
    throw FileError(
        fmt::format("case '{}': the sponges along {} take {} cells, but the axis has {}", name,
                    axis, low + high, cells));
  std::vector<float> factors(static_cast<std::size_t>(cells));
  ladder_sponge_factors(cells, low, high, strength, factors.data());
  return factors;
}

// Each within the grid, and no two alike: stages may inject them all at once.
void refuse_places(const ImagingCase &c, const std::vector<ladder_place> &places,
                   const char *what) {
  std::vector<char> taken(c.field());
  for (const ladder_place &at : places) {
    if (at.z < 0 || at.z >= c.nz || at.x < 0 || at.x >= c.nx)
      throw FileError(fmt::format("case '{}': {} at cell (z {}, x {}) is outside the grid of {}",
                                  c.name, what, at.z, at.x, c.size_text()));
    char &here = taken[static_cast<std::size_t>(at.z + std::int64_t{c.nz} * at.x)];
    if (here)
      throw FileError(fmt::format("case '{}': two {}s at cell (z {}, x {}); remove one", c.name,
                                  what, at.z, at.x));
    here = 1;
  }
}

std::string hash_of(const ImagingCase &c) {
  const std::int32_t numbers[] = {c.nz,    c.nx,        c.half_length, c.time_steps,
                                  c.every, c.offsets_x, c.offsets_z};
  const double reals[] = {c.dz, c.dx, c.dt};
  return hash_of_all(numbers, reals, c.v2dt2, c.sponge_z, c.sponge_x, c.source_cells, c.wavelets,
                     c.receiver_cells, c.data);
}

}  // namespace

void ImagingCase::assemble() {
  if (time_steps < 1 || every < 1 || offsets_x < 0 || offsets_z < 0 || half_length < 1 ||
      half_length > LADDER_IMAGING_MOST_HALF_LENGTH)
    throw FileError(fmt::format(
        "case '{}': it needs at least one step, an image interval of at least one step, offsets "
        "from 0 on, and a half-length of 1 to {}; it has {}, {}, {} and {}, and {}",
        name, LADDER_IMAGING_MOST_HALF_LENGTH, time_steps, every, offsets_x, offsets_z,
        half_length));
  refuse_places(*this, source_cells, "source");
  refuse_places(*this, receiver_cells, "receiver");
  make_medium();
  make_sources();
  data.assign(receiver_cells.size() * static_cast<std::size_t>(time_steps), 0.0f);
  steps = 2 * time_steps;
  hash = hash_of(*this);
}

void ImagingCase::take_data(const std::vector<float> &traces) {
  make_data(traces);
  hash = hash_of(*this);
}

void ImagingCase::take_shot(const std::vector<float> &traces) {
  refuse_places(*this, source_cells, "source");
  refuse_places(*this, receiver_cells, "receiver");
  make_sources();
  make_data(traces);
  hash.clear();
}

void ImagingCase::make_medium() {
  taps_z = taps_of(half_length, nz, dz);
  taps_x = taps_of(half_length, nx, dx);
  const double limit = largest_stable_dt();
  if (dt > limit)
    throw FileError(
        fmt::format("case '{}': with these velocities the operator of half-length {} is stable for "
                    "dt up to {:.6g} ms, but dt is {:g} ms; take a smaller dt or a coarser grid",
                    name, half_length, 1e3 * limit, 1e3 * dt));
  const auto [slowest, fastest] = std::minmax_element(velocity.begin(), velocity.end());
  slowest_of_limit_ = dt / limit * double(*slowest) / double(*fastest);
  sponge_z = sponge_of(name, "z", nz, sponge_top, sponge_bottom, sponge_strength);
  sponge_x = sponge_of(name, "x", nx, sponge_left, sponge_right, sponge_strength);
  v2dt2 = SharedValues(field());
  std::transform(velocity.begin(), velocity.end(), v2dt2.change(),
                 [this](float v) { return static_cast<float>((v * dt) * (v * dt)); });
}

void ImagingCase::make_sources() {
  wavelets.clear();
  for (int n = 0; n < time_steps; ++n)
    for (const ladder_place &at : source_cells)
      wavelets.push_back(
          static_cast<float>(v2dt2[static_cast<std::size_t>(at.z + std::int64_t{nz} * at.x)] *
                             double(signal[static_cast<std::size_t>(n)]) / (dz * dx)));
}

void ImagingCase::make_data(const std::vector<float> &traces) {
  const std::size_t receivers = receiver_cells.size();
  const auto samples = static_cast<std::size_t>(time_steps);
  if (traces.size() != receivers * samples)
    throw FileError(fmt::format("case '{}': the data have {} values, but {} receivers need {} each",
                                name, traces.size(), receivers, samples));
  data.resize(traces.size());
  for (std::size_t r = 0; r < receivers; ++r) {
    const ladder_place at = receiver_cells[r];
    const double v2 = v2dt2[static_cast<std::size_t>(at.z + std::int64_t{nz} * at.x)];
    for (std::size_t n = 0; n < samples; ++n)
      data[n * receivers + r] = static_cast<float>(v2 * double(traces[r * samples + n]));
  }
}

std::vector<float> ImagingCase::record() const {
  const std::size_t receivers = receiver_cells.size();
  const auto samples = static_cast<std::size_t>(time_steps);
  std::vector<float> by_time(receivers * samples), traces(receivers * samples);
  const ladder_imaging seen = view();
  ladder_imaging_record(&seen, by_time.data());
  for (std::size_t r = 0; r < receivers; ++r)
    for (std::size_t n = 0; n < samples; ++n) traces[r * samples + n] = by_time[n * receivers + r];
  return traces;
}

// Of the leapfrog scheme: (v dt)^2 times the sum over the axes must not exceed 4.
double ImagingCase::largest_stable_dt() const {
  const double fastest = *std::max_element(velocity.begin(), velocity.end());
  const double sum = ladder_largest_symbol(half_length, taps_z.data()) +
                     ladder_largest_symbol(half_length, taps_x.data());
  return sum > 0 ? 2 / (fastest * std::sqrt(sum)) : HUGE_VAL;
}

ladder_imaging ImagingCase::view() const {
  ladder_imaging v{};
  v.nz = nz;
  v.nx = nx;
  v.half_length = half_length;
  v.steps = time_steps;
  v.every = every;
  v.offsets_x = offsets_x;
  v.offsets_z = offsets_z;
  v.sources = static_cast<std::int32_t>(source_cells.size());
  v.receivers = static_cast<std::int32_t>(receiver_cells.size());
  v.dz = static_cast<float>(dz);
  v.dx = static_cast<float>(dx);
  v.dt = static_cast<float>(dt);
  v.taps_z = taps_z.data();
  v.taps_x = taps_x.data();
  v.v2dt2 = v2dt2.data();
  v.sponge_z = sponge_z.data();
  v.sponge_x = sponge_x.data();
  v.source_cells = source_cells.data();
  v.wavelets = wavelets.data();
  v.receiver_cells = receiver_cells.data();
  v.data = data.data();
  return v;
}

ImagingCase small_imaging_case(int nz, int nx, int time_steps, int every, int offsets_x,
                               int offsets_z, int half_length) {
  ImagingCase c;
  c.name = "random";
  c.ladder = "imaging";
  c.model_words = "random velocities";
  c.data_words = "random data";
  c.nz = nz;
  c.nx = nx;
  c.dz = 10;  // unequal spacings, so that exchanged axes are seen
  c.dx = 12;
  c.dt = 0.8e-3;
  c.half_length = half_length;
  c.time_steps = time_steps;
  c.every = every;
  c.offsets_x = offsets_x;
  c.offsets_z = offsets_z;
  c.sponge_bottom = nz / 4;
  c.sponge_left = c.sponge_right = nx / 5;
  c.sponge_strength = 0.05;
  c.velocity = SharedValues(c.field());
  float *const velocity = c.velocity.change();
  random_field(velocity, c.field(), 1);
  for (std::size_t i = 0; i < c.field(); ++i) velocity[i] = 3000 + 1500 * velocity[i];
  c.source_cells = {{nz / 3, nx / 2}};
  for (int ix = 0; ix < nx; ix += 2) c.receiver_cells.push_back({nz > 2 ? 1 : 0, ix});
  c.signal.resize(static_cast<std::size_t>(time_steps));
  random_field(c.signal.data(), c.signal.size(), 2);
  c.assemble();
  random_field(c.data.data(), c.data.size(), 3, 0.01f);
  return c;
}

}  // namespace ladder
