#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/model.h"
#include "harness/problems/wave/own_model.h"
#include "harness/seismic/migration/survey_case.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {
namespace {

std::string place_text(const Position &p) {
  return fmt::format("x = {:g} m, z = {:g} m", p.x, p.z);
}

constexpr std::int64_t most_cells = 100000;  // along an axis

void refuse_what_tells_no_shape(const std::string &path) {
  if (is_grid_file(path)) return;
  const std::string advice = advice_on_foreign_file(path);
  throw FileError(fmt::format(
      "model '{}' is {}", path,
      advice.empty() ? "not a .npy, .vti, .rsf, .sgy or .su file, whose header gives the number of "
                       "cells: convert it, in NumPy numpy.save('v.npy', array.reshape(NX, NZ))"
                     : advice));
}

// "xz" or "zx": as asked, or as the file states, or z fastest.
std::string axes_of(const std::string &path, const std::string &asked, const Grid &grid) {
  if (grid.axes.size() != 2)
    throw FileError(
        fmt::format("model '{}' has {} values: migration takes models in two dimensions, z and x",
                    path, sizes_of(grid)));
  if (!asked.empty() && asked != "xz" && asked != "zx")
    throw UsageError(fmt::format("--axes={}: a model in two dimensions has xz or zx", asked));
  if (!asked.empty()) return asked;
  const auto names = names_of(grid);
  const std::string stated(names.begin(), names.end());
  if (stated != "xz" && stated != "zx")
    throw FileError(fmt::format(
        "model '{}' has the axes {}, but migration takes x and z; see --axes", path, stated));
  return stated;
}

}  // namespace

void SurveyPlaces::look(const Position &p, int shot) {
  ++all_;
  const double deep = p.z - origin_.z, along = p.x - origin_.x;
  const auto z = index_along(deep, dz_, part_.nz), x = index_along(along, dx_, part_.nx);
  if (!z || !x) {
    if (outside_++ == 0) first_outside_ = fmt::format("{}, of shot {}", place_text(p), shot);
    return;
  }
  const double away_z = std::abs(*z * dz_ - deep), away_x = std::abs(*x * dx_ - along);
  if (away_z <= rounding_in_files * dz_ && away_x <= rounding_in_files * dx_) return;
  ++moved_;
  farthest_ = std::max(farthest_, std::hypot(away_z, away_x));
}

void SurveyPlaces::refuse_outside() const {
  if (outside_ == 0) return;
  throw FileError(fmt::format(
      "{} of the survey's {} {} are outside the model, x = {:g} to {:g} m, z = {:g} to {:g} m, the "
      "first at {}: check that the survey belongs to this model; --spacing, --gather-units, "
      "--gather-scalar and --gather-elevations correct what the files say",
      outside_, all_, what_, origin_.x, origin_.x + (part_.nx - 1) * dx_, origin_.z,
      origin_.z + (part_.nz - 1) * dz_, first_outside_));
}

std::string SurveyPlaces::moves() const {
  if (moved_ == 0) return "";
  return fmt::format("{} of {} {} were moved to the nearest cell, by at most {:.3g} m", moved_,
                     all_, what_, farthest_);
}

SourceSignal source_signal(const std::string &wavelet, double sample_dt, double dt, int steps) {
  if (wavelet.empty())
    throw UsageError(
        "`ladder migrate` needs --wavelet=ricker:HZ or a file of samples: a survey does not "
        "contain the wavelet of its sources, which a case has in [wavelet]");
  // A Ricker wavelet is known at any time; a file is at the samples of the traces.
  const bool known = wavelet.starts_with("ricker:");
  const int cut = known ? 1 : static_cast<int>(std::lround(sample_dt / dt));
  CaseOverrides over;
  over.wavelet = wavelet;
  over.any_dt = true;
  WaveCase c;
  c.dt = cut * dt;
  c.steps = (steps + cut - 1) / cut;
  SourceSignal signal;
  signal.values = make_signal({}, over, c);
  if (cut > 1) signal.values = resample_from(signal.values.data(), c.steps, 0, cut, steps);
  signal.band = c.band;
  signal.notes = c.notes;
  return signal;
}

MigrationVelocity read_migration_velocity(const CaseOverrides &over) {
  const std::string &path = over.model;
  if (path.empty()) throw UsageError("`ladder migrate` needs --model=FILE, the velocities");
  const auto asked = metres_of_cells(over.spacing, over.length_units, 2);
  refuse_what_tells_no_shape(path);
  ModelRequest request;
  request.path = path;
  request.units = over.units;
  request.length_units = asked.empty() ? over.length_units : "";
  Grid grid = read_grid_of_model(request);
  const std::string axes = axes_of(path, over.axes, grid);
  MigrationVelocity v;
  v.name = std::filesystem::path(path).filename().string();
  v.dz = asked.empty() ? 0 : asked[0];
  v.dx = asked.empty() ? 0 : asked[1];
  for (std::size_t i = 0; i < 2; ++i) {
    const Axis &axis = grid.axes[i];
    if (axis.cells > most_cells)
      throw FileError(
          fmt::format("model '{}' has {} cells along {}, but migration takes at most {}", path,
                      axis.cells, axes[i], most_cells));
    (axes[i] == 'z' ? v.nz : v.nx) = static_cast<int>(axis.cells);
    double &step = axes[i] == 'z' ? v.dz : v.dx;
    if (step == 0) step = axis.spacing;
    (axes[i] == 'z' ? v.z : v.x) = axis.origin;
  }
  if (v.dz == 0 || v.dx == 0)
    throw UsageError(
        fmt::format("model '{}' does not state its cell size: give --spacing=20 or --spacing=20x25 "
                    "(z by x) in metres",
                    path));
  request.nz = v.nz;
  request.nx = v.nx;
  request.axes = v.axes = axes;
  request.dz = v.dz;
  request.dx = v.dx;
  v.values = velocities_of(request, std::move(grid), v.notes).values;
  v.notes.push_back(fmt::format("model: {} x {} cells (z, x) of {:g} x {:g} m, {} fastest", v.nz,
                                v.nx, v.dz, v.dx, axes[1]));
  if (v.z != 0 || v.x != 0)
    v.notes.push_back(
        fmt::format("positions: the model's first cell is at x = {:g} m, z = {:g} m, "
                    "as its file states",
                    v.x, v.z));
  return v;
}

}  // namespace ladder
