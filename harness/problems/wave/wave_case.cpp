// From a case file and the command line's overrides to arrays that can be run, and their parts.
#include "harness/problems/wave/wave_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/numbers.h"
#include "harness/bench/registry/find_case.h"
#include "harness/bench/registry/registry.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/problems/wave/places.h"

namespace ladder {
namespace {

double dt_of_text(const std::string &text) {
  const auto n = numbers_between(text, ',');
  if (n.size() != 1 || n[0] < least_dt || n[0] > most_dt)
    throw UsageError(fmt::format("--dt={}: expected auto, or seconds from {:g} to {:g}", text,
                                 least_dt, most_dt));
  return n[0];
}

// The largest stable time step, cut to three digits.
double stable_dt(const WaveCase &c) {
  const double limit = largest_stable_dt(c);
  if (!(limit <= most_dt))
    throw UsageError(fmt::format(
        "--dt=auto: every dt is stable on the single cell of '{}'; give a number", c.name));
  return cut_to_digits(limit, 3);
}

// The file's word, unless the command line has another.
void choose_numerics(const CaseFile &file, const CaseOverrides &over, WaveCase &c) {
  c.operator_family = over.operator_family.empty() ? file.operator_family : over.operator_family;
  if (c.operator_family != "windowed" && c.operator_family != "taylor")
    throw UsageError(fmt::format("--operator={}: expected windowed or taylor", c.operator_family));
  c.half_length = over.half_length.value_or(file.half_length);
  if (c.half_length < 1 || c.half_length > LADDER_MOST_HALF_LENGTH)
    throw UsageError(fmt::format("--half-length={}: 1 to {} are possible", c.half_length,
                                 LADDER_MOST_HALF_LENGTH));
  const int samples = over.samples.value_or(file.samples);
  if (samples < 2)
    throw UsageError(
        fmt::format("--nt={}: at least 2 samples are needed, for one time step", samples));
  c.steps = samples - 1;
  c.alpha = file.alpha;
  c.beta = file.beta;
  c.dt = file.dt;
  if (over.dt != "auto" && !over.dt.empty()) c.dt = dt_of_text(over.dt);
  c.dz = file.dz;
  c.dx = file.dx;
  // An axis that neither the file nor the grid has still needs a spacing to be divided by.
  c.dy = file.dy > 0 ? file.dy : file.dx;
}

// Stages of the ladder `wave` count cells in 32 bits.
void refuse_too_many_cells(const CaseFile &file) {
  const double cells = padded_cells(file);
  if (file.ladder == "wave" && cells > INT32_MAX)
    throw FileError(
        fmt::format("{}: the padded grid has {:.3g} cells, but the ladder 'wave' takes at most {}; "
                    "ladder = \"wave3d\" takes more",
                    file.shown, cells, INT32_MAX));
}

void refuse_unstable(const CaseFile &file, const CaseOverrides &over, const WaveCase &c) {
  const double limit = largest_stable_dt(c);
  if (c.dt <= limit) return;
  const std::string words = fmt::format(
      "with up to {:g} m/s on this grid, the {} operator of half-length {} is stable for dt up to "
      "{:.6g} ms, but dt is {:g} ms; --dt=auto takes the largest stable one",
      c.fastest, c.operator_family, c.half_length, 1e3 * limit, 1e3 * c.dt);
  if (over.model.empty() && over.operator_family.empty() && !over.half_length && over.dt.empty())
    throw FileError(fmt::format("{}: {}", file.shown, words));
  throw UsageError(fmt::format("case '{}' with these options is unstable: {}", c.name, words));
}

// The shortest wave that a grid holds has two cells.
void refuse_waves_too_short(const CaseFile &file, const CaseOverrides &over, const WaveCase &c) {
  const double cells = dispersion(c).cells_per_wavelength;
  if (c.axes() == 0 || cells >= 2) return;
  const std::string words = fmt::format(
      "the wavelet has frequencies up to {:.3g} Hz, which is {:.2g} cells per wavelength at {:g} "
      "m/s, but a grid needs at least 2: take frequencies up to {:.3g} Hz, or a finer grid",
      c.band.high, cells, c.slowest, c.band.high * cells / 2);
  if (!over.wavelet.empty()) throw UsageError(fmt::format("--wavelet={}: {}", over.wavelet, words));
  if (!over.model.empty()) throw UsageError(fmt::format("--model={}: {}", over.model, words));
  throw FileError(fmt::format("{}: {}", file.shown, words));
}

bool within(const ladder_cell &cell, const Block &block) {
  const std::array<std::int64_t, 3> at = {cell.z, cell.x, cell.y};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (at[axis] < block.first[axis] || at[axis] >= block.first[axis] + block.cells[axis])
      return false;
  return true;
}

ladder_cell moved_part(const ladder_cell &cell, const Block &block) {
  return {static_cast<std::int32_t>(cell.z - block.first[0]),
          static_cast<std::int32_t>(cell.x - block.first[1]),
          static_cast<std::int32_t>(cell.y - block.first[2])};
}

std::vector<float> cut(const std::vector<float> &factors, std::int64_t first, std::int64_t count) {
  return {factors.begin() + first, factors.begin() + first + count};
}

}  // namespace

WaveCase load_wave_case(const LocatedCase &found, const CaseOverrides &over) {
  found.refuse_unreadable();
  if (original_of(found.ladder).stage->problem != std::string(wave_problem.name))
    throw UsageError(
        fmt::format("case '{}' belongs to the ladder '{}', but this command is for waves",
                    found.shown, found.ladder));
  WaveCase c = read_wave_case(found, over);
  c.ladder = found.ladder;
  return c;
}

WaveCase load_wave_case(const std::string &name_or_path, const CaseOverrides &over) {
  return load_wave_case(locate_case(name_or_path), over);
}

WaveCase read_wave_case(const LocatedCase &found, const CaseOverrides &over) {
  if (!found.made && !found.file) return replayed_case(found.path, over);
  CaseFile file = case_file(found);
  if (!over.cells.empty()) {
    if (!over.model.empty())
      throw UsageError("--grid and --model: a model that is read from a file is not stretched");
    resize(file, over.cells);
  }
  refuse_too_many_cells(file);
  WaveCase c;
  c.name = found.name();
  if (found.made) c.notes = found.made->notes;
  c.description = file.description;
  choose_numerics(file, over, c);
  refuse_beyond_memory(
      bytes_to_load(file, c.steps), fmt::format("case '{}' by itself", c.name),
      "take a smaller grid, or fewer samples (--nt); `ladder fits` shows what a grid needs");
  c.corner = {file.pad_top, file.pad_left, file.pad_front};
  c.model_cells = {file.nz, file.nx, file.ny};
  size_grid(file, c);
  // What costs little is refused before a model is read.
  place_source(file, over, c);
  place_receivers(file, over, c);
  const bool dt_follows = over.dt == "auto";
  if (!dt_follows) c.signal = make_signal(file, over, c);
  pad_model(file, velocity_columns(file, over, c), c);
  make_operator(c);
  if (dt_follows) {
    c.dt = stable_dt(c);
    c.notes.push_back(fmt::format("dt: {:g} ms, the largest stable time step", 1e3 * c.dt));
    c.signal = make_signal(file, over, c);
  }
  make_v2dt2(c);
  make_sponge(file, c);
  if (!over.any_dt) {
    refuse_unstable(file, over, c);
    refuse_waves_too_short(file, over, c);
  }
  make_wavelets(c, c.signal);
  c.hash = hash_of(c);
  return c;
}

WaveCase with_source(const WaveCase &other, const Position &place) {
  WaveCase c = other;
  set_source(place, c);
  make_wavelets(c, c.signal);
  c.hash = hash_of(c);
  return c;
}

std::vector<float> samples_of(const std::vector<float> &wavelets, int steps, int first, int count) {
  std::vector<float> some;
  for (auto one = wavelets.begin(); one != wavelets.end(); one += steps)
    some.insert(some.end(), one + first, one + first + count);
  return some;
}

std::unique_ptr<Case> WaveCase::shortened(int few) const {
  auto other = std::make_unique<WaveCase>(*this);
  other->steps = std::min(steps, few);
  other->wavelets = samples_of(wavelets, steps, 0, other->steps);
  return other;
}

std::unique_ptr<Case> WaveCase::part(const Block &block, int first_step, int few) const {
  auto part = std::make_unique<WaveCase>(*this);
  part->nz = static_cast<int>(block.cells[0]);
  part->nx = static_cast<int>(block.cells[1]);
  part->ny = static_cast<int>(block.cells[2]);
  part->steps = few;
  part->velocity = {};  // of the whole grid, as the next ones
  part->captured = {};
  part->source_cells.clear();
  part->receiver_cells.clear();
  part->placed_receivers.clear();
  part->wavelets.clear();
  part->sponge_z = cut(sponge_z, block.first[0], block.cells[0]);
  part->sponge_x = cut(sponge_x, block.first[1], block.cells[1]);
  part->sponge_y = cut(sponge_y, block.first[2], block.cells[2]);
  part->v2dt2 = SharedValues(static_cast<std::size_t>(part->cells()));
  float *to = part->v2dt2.change();
  for (std::int64_t y = 0; y < part->ny; ++y)
    for (std::int64_t x = 0; x < part->nx; ++x)
      to = std::copy_n(v2dt2.begin() + block.first[0] +
                           nz * (block.first[1] + x + std::int64_t{nx} * (block.first[2] + y)),
                       part->nz, to);
  for (std::size_t s = 0; s < source_cells.size(); ++s) {
    if (!within(source_cells[s], block)) continue;
    part->source_cells.push_back(moved_part(source_cells[s], block));
    const auto wavelet = wavelets.begin() + std::int64_t(s) * steps + first_step;
    part->wavelets.insert(part->wavelets.end(), wavelet, wavelet + few);
  }
  for (const ladder_cell &cell : receiver_cells)
    if (within(cell, block)) part->receiver_cells.push_back(moved_part(cell, block));
  return part;
}

std::vector<std::size_t> WaveCase::outputs_in(std::size_t array, const Block &block) const {
  std::vector<std::size_t> places;
  for (std::size_t r = 0; array == 3 && r < receiver_cells.size(); ++r)
    if (within(receiver_cells[r], block)) places.push_back(r);
  return places;
}

std::vector<std::array<std::int64_t, 3>> WaveCase::landmarks() const {
  std::vector<std::array<std::int64_t, 3>> all;
  for (const auto *cells : {&source_cells, &receiver_cells})
    for (const ladder_cell &cell : *cells) all.push_back({cell.z, cell.x, cell.y});
  return all;
}

}  // namespace ladder
