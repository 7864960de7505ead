// From a case file and the overrides of the command line to arrays that can be run.
#include "harness/problems/wave/wave_case.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/numbers.h"
#include "harness/bench/registry/find_case.h"
#include "harness/bench/registry/registry.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/captured_case.h"
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
  const double digit = std::pow(10, std::floor(std::log10(limit)) - 2);
  // By a division, so that it is the same number as the text of it.
  return std::floor(limit / digit) / std::round(1 / digit);
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
  const double cells = (double(file.pad_top) + file.nz + file.pad_bottom) *
                       (double(file.pad_left) + file.nx + file.pad_right) *
                       (double(file.pad_front) + file.ny + file.pad_back);
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

}  // namespace ladder
