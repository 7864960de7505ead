#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "harness/base/numbers.h"
#include "harness/base/start.h"
#include "harness/formats/foreign_file.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/own_model.h"
#include "harness/problems/wave/places.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

namespace fs = std::filesystem;
namespace {

// [cells] Of the absorbing borders, laid around the model; narrower in three dimensions, where they
// cost the most.
constexpr int sponge_2d = 50, sponge_3d = 20;
// The thesis' sponge: a wave that crosses all of it loses the same, however wide it is.
constexpr double sponge_of_all_cells = 0.0053 * 50;
// Of the shortest wave of the wavelet, where it is slowest: the windowed operator of half-length 8
// is good from 3.1 on.
constexpr double cells_of_shortest = 4;
// What the time step may add to the phase velocity, (w dt)^2 / 24 at the highest frequency. Beyond
// 0.5 % a run warns.
constexpr double most_of_time_step = 0.004;
constexpr int most_receivers_of_axis_3d = 64;
constexpr double most_steps = 99999999;  // that a case file takes

// The headers of gathers count whole microseconds.
double cut_to_microseconds(double seconds) {
  if (seconds < 1e-6) return cut_to_digits(seconds, 3);
  return cut_to_digits(std::floor(seconds * 1e6), 3) / 1e6;
}

// [Hz] of --wavelet=ricker:HZ, or of what the grid carries; 0: a file of samples.
double peak_of(const CaseOverrides &over, const OwnModel &model) {
  if (const auto asked = ricker_asked(over.wavelet)) return asked->peak;
  // What is no Ricker wavelet either is refused by its reader.
  if (!over.wavelet.empty() && !over.wavelet.starts_with("ricker:")) return 0;
  const double coarsest = std::max({model.dz, model.dx, model.dy});
  return cut_to_digits(model.slowest / (cells_of_shortest * coarsest * band_of_ricker(1).high), 2);
}

double stable_dt_of(const CaseFile &file, const OwnModel &model) {
  WaveCase c;
  c.nz = model.nz;
  c.nx = model.nx;
  c.ny = model.ny;
  c.dz = file.dz;
  c.dx = file.dx;
  c.dy = file.dy;
  c.operator_family = file.operator_family;
  c.half_length = file.half_length;
  c.fastest = model.fastest;
  make_operator(c);
  return largest_stable_dt(c);
}

// Until what the bottom reflects has come to the farthest receiver.
int samples_of(const CaseFile &file, const OwnModel &model, double delay) {
  const double deep = 2 * (model.nz - 1) * model.dz,
               aside = std::hypot((model.nx - 1) * model.dx, (model.ny - 1) * model.dy) / 2;
  const double steps = (2 * delay + std::hypot(deep, aside) * model.mean_slowness) / file.dt;
  return 1 + static_cast<int>(std::ceil(std::min(steps, most_steps)));
}

void lay_borders(CaseFile &file) {
  const bool deep = file.ny > 1;
  const int cells = deep ? sponge_3d : sponge_2d;
  for (int *sides : {&file.pad_left, &file.pad_right, &file.pad_bottom, &file.sponge_left,
                     &file.sponge_right, &file.sponge_bottom})
    *sides = cells;
  if (deep) file.pad_front = file.pad_back = file.sponge_front = file.sponge_back = cells;
  file.sponge_strength = sponge_of_all_cells / cells;
}

std::vector<std::string> arguments_of(const CaseOverrides &over, double dt) {
  // The grid is that of a raw model; without one it would be refused.
  std::vector<std::string> words = case_arguments(
      over, CaseOption::model | CaseOption::reading | CaseOption::raw | CaseOption::grid);
  // A child process computes one of several half-lengths, and all have the time step of the
  // longest.
  if (over.dt.empty()) words.push_back(fmt::format("--dt={}", dt));
  return words;
}

}  // namespace

CaseText case_of_own_model(const CaseOverrides &over, const std::vector<int> &half_lengths) {
  const OwnModel model = read_own_model(over);
  CaseFile file;
  const fs::path path = split_array(over.model).file;
  file.description = "made for the model " + path.filename().string();
  file.ladder = model.ny > 1 ? "wave3d" : "wave";
  file.recipe = "file";
  file.model_file = fs::absolute(over.model).lexically_normal().string();
  file.units = model.units;
  file.length_units = model.length_units;
  file.axes = model.axes;
  file.endian = over.endian;
  file.any_spacing = model.any_spacing;
  file.nz = model.nz;
  file.nx = model.nx;
  file.ny = model.ny;
  file.dz = model.dz;
  file.dx = model.dx;
  file.dy = model.dy > 0 ? model.dy : model.dx;
  lay_borders(file);
  file.operator_family = !over.operator_family.empty() ? over.operator_family
                         : model.ny > 1                ? "taylor"
                                                       : "windowed";
  if (!half_lengths.empty()) file.half_length = std::ranges::max(half_lengths);
  const double peak = peak_of(over, model);
  file.ricker.peak = peak > 0 ? peak : 1;
  file.ricker.delay = 1.2 / file.ricker.peak;
  double dt = stable_dt_of(file, model);
  if (peak > 0)
    dt = std::min(dt, std::sqrt(24 * most_of_time_step) / (2 * M_PI * band_of_ricker(peak).high));
  file.dt = over.dt.empty() || over.dt == "auto" ? cut_to_microseconds(dt) : std::stod(over.dt);
  file.samples = samples_of(file, model, peak > 0 ? file.ricker.delay : 0);
  file.receiver_last = file.nx - 1;
  if (model.ny > 1)
    file.receiver_every = std::max(1, std::max(file.nx, file.ny) / most_receivers_of_axis_3d);
  file.sources = {{"1", file.dx * double(file.nx / 2), file.dy * double(file.ny / 2), 0}};
  CaseText made{path.stem().string(), file.ladder, case_text(file), model.notes,
                arguments_of(over, file.dt)};
  made.notes.push_back(fmt::format(
      "model: {} cells (z, x{}) of {:g} x {:g}{} m, {:g} to {:g} m/s",
      model.ny > 1 ? fmt::format("{} x {} x {}", model.nz, model.nx, model.ny)
                   : fmt::format("{} x {}", model.nz, model.nx),
      model.ny > 1 ? ", y" : "", model.dz, model.dx,
      model.ny > 1 ? fmt::format(" x {:g}", model.dy) : "", model.slowest, model.fastest));
  return made;
}

std::string text_of_own_case(const CaseText &made, const CaseOverrides &over, const Case &any,
                             const std::string &folder) {
  const auto &c = dynamic_cast<const WaveCase &>(any);
  CaseFile file = case_of_text(made);
  const auto seen_from_folder = [&](const std::string &path) {
    const fs::path whole = fs::absolute(path).lexically_normal(),
                   base = fs::absolute(folder.empty() ? "." : folder).lexically_normal(),
                   near = whole.lexically_relative(base);
    // A path that climbs far up says less than the whole one.
    return near.empty() || near.string().starts_with("../..") ? whole.string() : near.string();
  };
  file.model_file = seen_from_folder(file.model_file);
  file.operator_family = c.operator_family;
  file.half_length = c.half_length;
  file.dt = c.dt;
  file.samples = c.steps + 1;
  if (!over.source.empty() && over.source.find(',') != std::string::npos) {
    const Position place = source_asked(over.source, c.model_cells.y > 1);
    file.sources = {{"1", place.x, place.y, place.z}};
  }
  if (!over.receivers.empty())
    file.receivers = over.receivers == "surface" || over.receivers.find(':') != std::string::npos
                         ? over.receivers
                         : seen_from_folder(over.receivers);
  if (const auto asked = ricker_asked(over.wavelet)) {
    file.ricker = *asked;
  } else if (!over.wavelet.empty()) {
    file.wavelet_file = seen_from_folder(over.wavelet);
  }
  return case_text(file);
}

// A case without file, for probes and tests.

WaveCase small_case(int nz, int nx, int ny, int steps, int half_length, unsigned seed) {
  CaseFile file;
  file.nz = nz;
  file.nx = nx;
  file.ny = ny;
  file.sponge_strength = 0.05;
  file.sponge_left = file.sponge_right = nx / 5;
  file.sponge_bottom = nz / 4;
  file.sponge_front = file.sponge_back = ny / 5;
  WaveCase c;
  c.name = "small";
  c.ladder = "wave";
  c.model = "random";
  c.steps = steps;
  c.half_length = half_length;
  // Unequal spacings, so that exchanged axes are seen.
  c.dz = 10;
  c.dx = 12;
  c.dy = 15;
  c.dt = 0.8e-3;
  std::vector<float> model(static_cast<std::size_t>(nz) * static_cast<std::size_t>(nx) *
                           static_cast<std::size_t>(ny));
  random_field(model.data(), model.size(), seed);
  // 201 velocities: a stage that has a byte a cell for them takes them as well.
  for (float &v : model) v = 3000 + 15 * std::round(100 * v);
  c.model_cells = {nz, nx, ny};
  pad_model(
      file,
      [&](int x, int y, float *column) {
        std::copy_n(model.data() + std::ptrdiff_t{nz} * (x + std::ptrdiff_t{nx} * y), nz, column);
      },
      c);
  make_operator(c);
  make_v2dt2(c);
  make_sponge(file, c);
  // The middle and two corners, as far as these are not one.
  for (const ladder_cell &cell : {ladder_cell{nz / 2, nx / 2, ny / 2}, ladder_cell{0, 0, 0},
                                  ladder_cell{nz - 1, nx - 1, ny - 1}}) {
    const bool there = std::any_of(
        c.source_cells.begin(), c.source_cells.end(),
        [&](const ladder_cell &s) { return s.z == cell.z && s.x == cell.x && s.y == cell.y; });
    if (!there) c.source_cells.push_back(cell);
  }
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix) c.receiver_cells.push_back({0, ix, iy});
  std::vector<float> signal(static_cast<std::size_t>(steps));
  ladder_ricker(steps, c.dt, 40, 0.01, signal.data());
  make_wavelets(c, signal);
  c.hash = hash_of(c);
  return c;
}

}  // namespace ladder
