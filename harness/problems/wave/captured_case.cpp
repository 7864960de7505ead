#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/verify/block.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {
namespace {

using Cells = std::vector<std::array<std::int32_t, 3>>;

Cells places(const ladder_cell *cells, int count) {
  Cells all;
  for (int i = 0; i < count; ++i) all.push_back({cells[i].z, cells[i].x, cells[i].y});
  return all;
}

std::vector<ladder_cell> cells_of_places(const Cells &places) {
  std::vector<ladder_cell> all;
  for (const auto &[z, x, y] : places) all.push_back({z, x, y});
  return all;
}

bool only_finite(const std::vector<float> &values) {
  return all_finite(values.data(), values.size());
}

bool symmetric(const std::vector<float> &taps) {
  return std::equal(taps.begin(), taps.end(), taps.rbegin());
}

bool all_within(const Cells &places, const std::array<int, 3> &n) {
  return std::ranges::all_of(places, [&](const auto &at) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (at[axis] < 0 || at[axis] >= n[axis]) return false;
    return true;
  });
}

// A gather needs receivers; a program that has none of its own is listened to at the surface.
void place_receivers_at_the_surface(WaveCase &c) {
  for (int y = 0; y < c.ny; ++y)
    for (int x = 0; x < c.nx; ++x) c.receiver_cells.push_back({0, x, y});
  c.notes.push_back("receivers: none were captured, so one is in every column at z = 0");
}

}  // namespace

CapturedCall described(const ladder_wave &wave) {
  CapturedCall call;
  call.ladder = wave.ny > 1 ? "wave3d" : "wave";
  call.steps = wave.steps;
  call.cells = {wave.nz, wave.nx, wave.ny};
  call.half_length = wave.half_length;
  call.spacing = {wave.dz, wave.dx, wave.dy};
  call.dt = wave.dt;
  call.source_cells = places(wave.source_cells, wave.sources);
  call.receiver_cells = places(wave.receiver_cells, wave.receivers);
  const auto taps = 2 * static_cast<std::ptrdiff_t>(wave.half_length) + 1;
  call.taps_z.assign(wave.taps_z, wave.taps_z + taps);
  call.taps_x.assign(wave.taps_x, wave.taps_x + taps);
  call.taps_y.assign(wave.taps_y, wave.taps_y + taps);
  call.v2dt2.assign(wave.v2dt2, wave.v2dt2 + std::ptrdiff_t{wave.nz} * wave.nx * wave.ny);
  call.sponge_z.assign(wave.sponge_z, wave.sponge_z + wave.nz);
  call.sponge_x.assign(wave.sponge_x, wave.sponge_x + wave.nx);
  call.sponge_y.assign(wave.sponge_y, wave.sponge_y + wave.ny);
  call.wavelets.assign(wave.wavelets, wave.wavelets + std::ptrdiff_t{wave.sources} * wave.steps);
  return call;
}

std::string defect(const CapturedCall &call) {
  if (call.half_length > LADDER_MOST_HALF_LENGTH)
    return fmt::format("its operator has the half-length {}; 1 to {} are possible",
                       call.half_length, LADDER_MOST_HALF_LENGTH);
  if (!(call.dt > 0) || !std::ranges::all_of(call.spacing, [](float d) { return d > 0; }))
    return "dt and the spacings must be larger than 0";
  for (const auto *taps : {&call.taps_z, &call.taps_x, &call.taps_y})
    if (!only_finite(*taps) || !symmetric(*taps))
      return "its taps must be finite, and the same on either side of the centre";
  if (!only_finite(call.v2dt2) ||
      !std::ranges::all_of(call.v2dt2, [](float value) { return value > 0; }))
    return "every (v dt)^2 must be finite and larger than 0";
  for (const auto *sponge : {&call.sponge_z, &call.sponge_x, &call.sponge_y})
    if (!std::ranges::all_of(*sponge, [](float factor) { return factor >= 0 && factor <= 1; }))
      return "the factors of the sponge must be 0 to 1";
  if (!only_finite(call.wavelets)) return "its wavelets have values that are not finite";
  if (!all_within(call.source_cells, call.cells) || !all_within(call.receiver_cells, call.cells))
    return "a source or a receiver lies outside its grid";
  Cells sorted = call.source_cells;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end())
    return "two sources are on the same cell; add their wavelets";
  return "";
}

WaveCase case_at_rest(const CapturedCall &call) {
  WaveCase c;
  c.ladder = call.ladder;
  c.model = "captured";
  c.nz = call.cells[0];
  c.nx = call.cells[1];
  c.ny = call.cells[2];
  c.model_cells = {c.nz, c.nx, c.ny};
  c.dz = call.spacing[0];
  c.dx = call.spacing[1];
  c.dy = call.spacing[2];
  c.dt = call.dt;
  c.steps = call.steps;
  c.operator_family = "captured";
  c.half_length = call.half_length;
  c.taps_z = call.taps_z;
  c.taps_x = call.taps_x;
  c.taps_y = call.taps_y;
  c.sponge_z = call.sponge_z;
  c.sponge_x = call.sponge_x;
  c.sponge_y = call.sponge_y;
  c.wavelets = call.wavelets;
  c.source_cells = cells_of_places(call.source_cells);
  c.receiver_cells = cells_of_places(call.receiver_cells);
  c.v2dt2 = SharedValues(call.v2dt2.size());
  c.velocity = SharedValues(call.v2dt2.size());
  std::ranges::copy(call.v2dt2, c.v2dt2.change());
  std::ranges::transform(call.v2dt2, c.velocity.change(),
                         [&](float value) { return std::sqrt(value) / call.dt; });
  note_extremes(c);
  c.hash = hash_of(c);
  return c;
}

WaveCase replayed_case(const std::string &path, const CaseOverrides &over) {
  refuse_other_overrides(over, "wave, captured", CaseOption::nt);
  CapturedCall call = read_captured_call(path);
  std::string why = defect(call);
  const auto known = ladders();
  if (std::ranges::find(known, call.ladder) == known.end())
    why =
        fmt::format("it belongs to the ladder '{}', which this program does not have", call.ladder);
  for (const auto *field : {&call.now, &call.before, &call.after})
    if (why.empty() && !only_finite(*field)) why = "its fields have values that are not finite";
  if (!why.empty()) throw FileError(fmt::format("'{}' cannot be replayed: {}", path, why));
  WaveCase c = case_at_rest(call);
  c.name = std::filesystem::path(path).stem().string();
  c.description =
      fmt::format("{} steps of a program, captured after its step {}", call.steps, call.first_step);
  c.notes.push_back(c.description);
  if (c.receiver_cells.empty()) place_receivers_at_the_surface(c);
  c.captured = std::make_shared<CapturedFields>(CapturedFields{
      std::move(call.now), std::move(call.before), std::move(call.after), call.steps});
  if (over.samples && (*over.samples < 2 || *over.samples > c.steps + 1))
    throw UsageError(fmt::format("--nt={}: {} steps were captured, so --nt can be 2 to {}",
                                 *over.samples, c.steps, c.steps + 1));
  if (over.samples) {
    const auto shorter = c.shortened(*over.samples - 1);
    c = static_cast<const WaveCase &>(*shorter);
  }
  c.hash = hash_of(c);
  c.hash = hash_of_all(c.hash, c.captured->now, c.captured->before);
  return c;
}

}  // namespace ladder
