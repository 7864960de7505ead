// From a case file and the overrides of the command line to arrays that can be run.
#include "harness/problems/wave/wave_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "harness/environment/enough_room.h"
#include "harness/error.h"
#include "harness/find_case.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/problems/wave/model.h"
#include "harness/problems/wave/places.h"
#include "harness/registry.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

// [ny][nx][nz] m/s.
std::vector<float> velocities(const CaseFile &file, const fs::path &folder,
                              const CaseOverrides &over, WaveCase &c) {
  const auto either = [](const std::string &asked, const std::string &preset) {
    return asked.empty() ? preset : asked;
  };
  if (!over.model.empty()) {
    c.model = fs::path(over.model).filename().string();
    return read_model({over.model, file.nz, file.nx, file.ny, over.units, over.axes, over.endian,
                       file.dz, file.dx, file.dy},
                      c.notes);
  }
  if (file.recipe == "file") {
    c.model = fs::path(file.model_file).filename().string();
    return read_model({(folder / file.model_file).string(), file.nz, file.nx, file.ny,
                       either(over.units, file.units), either(over.axes, file.axes),
                       either(over.endian, file.endian), file.dz, file.dx, file.dy},
                      c.notes);
  }
  if (!over.units.empty() || !over.axes.empty() || !over.endian.empty())
    throw UsageError("--units, --axes and --endian tell about a --model, and none is given");
  if (file.recipe == "none")
    throw UsageError(
        fmt::format("case '{}' has no model of its own: give one with --model=FILE", c.name));
  if (file.recipe == "constant") {
    c.model = fmt::format("constant, {:g} m/s", file.velocity);
    return std::vector<float>(static_cast<std::size_t>(file.nz) *
                                  static_cast<std::size_t>(file.nx) *
                                  static_cast<std::size_t>(file.ny),
                              static_cast<float>(file.velocity));
  }
  c.model = "salt, generated";
  return salt_model(file.salt);
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
  c.dz = file.dz;
  c.dx = file.dx;
  // An axis that neither the file nor the grid has still needs a spacing to be divided by.
  c.dy = file.dy > 0 ? file.dy : file.dx;
}

void refuse_unstable(const CaseFile &file, const CaseOverrides &over, const WaveCase &c) {
  const double limit = largest_stable_dt(c);
  if (c.dt <= limit) return;
  const std::string words = fmt::format(
      "with up to {:g} m/s on this grid, the {} operator of half-length {} is stable for dt up to "
      "{:.6g} ms, and dt is {:g} ms",
      c.fastest, c.operator_family, c.half_length, 1e3 * limit, 1e3 * c.dt);
  if (over.model.empty() && over.operator_family.empty() && !over.half_length)
    throw FileError(fmt::format("{}: {}", file.shown, words));
  throw UsageError(fmt::format("case '{}' with these options is unstable: {}", c.name, words));
}

// The shortest wave that a grid holds has two cells.
void refuse_waves_too_short(const CaseFile &file, const CaseOverrides &over, const WaveCase &c) {
  const double cells = dispersion(c).cells_per_wavelength;
  if (c.axes() == 0 || cells >= 2) return;
  const std::string words = fmt::format(
      "the wavelet goes up to {:.3g} Hz, which is {:.2g} cells a wavelength at {:g} m/s, and the "
      "grid carries none below 2: up to {:.3g} Hz would do, or a finer grid",
      c.band.high, cells, c.slowest, c.band.high * cells / 2);
  if (!over.wavelet.empty()) throw UsageError(fmt::format("--wavelet={}: {}", over.wavelet, words));
  if (!over.model.empty()) throw UsageError(fmt::format("--model={}: {}", over.model, words));
  throw FileError(fmt::format("{}: {}", file.shown, words));
}

}  // namespace

CaseFile case_file(const std::string &name_or_path) {
  return read_case_file(find_case(name_or_path).string(), name_or_path);
}

WaveCase load_wave_case(const std::string &name_or_path, const CaseOverrides &over) {
  const fs::path path = find_case(name_or_path);
  const std::string ladder = ladder_of(path);
  if (original_of(ladder).stage->problem != std::string(wave_problem.name))
    throw UsageError(fmt::format("case '{}' is of the ladder '{}', and this command is for waves",
                                 name_or_path, ladder));
  WaveCase c = read_wave_case(path.string(), name_or_path, over);
  c.ladder = ladder;
  return c;
}

WaveCase read_wave_case(const std::string &path_text, const std::string &shown,
                        const CaseOverrides &over) {
  const fs::path path = path_text;
  const CaseFile file = read_case_file(path_text, shown);
  WaveCase c;
  c.name = path.stem().string();
  c.description = file.description;
  choose_numerics(file, over, c);
  refuse_beyond_memory(bytes_to_load(file, c.steps), fmt::format("case '{}' by itself", c.name),
                       "take a smaller grid, or fewer samples (--nt)");
  c.corner = {file.pad_top, file.pad_left, file.pad_front};
  c.model_cells = {file.nz, file.nx, file.ny};
  // What costs little is refused before a model is read.
  place_source(file, over, c);
  place_receivers(file, over, c);
  const auto signal = make_signal(file, over, c);
  pad_model(file, velocities(file, path.parent_path(), over, c), c);
  make_operator(c);
  make_sponge(file, c);
  if (!over.any_dt) {
    refuse_unstable(file, over, c);
    refuse_waves_too_short(file, over, c);
  }
  make_wavelets(c, signal);
  c.hash = hash_of(c);
  return c;
}

}  // namespace ladder
