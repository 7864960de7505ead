#include "harness/migration/velocity.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/grid_files.h"
#include "harness/problems/wave/model.h"

namespace ladder {
namespace {

constexpr std::int64_t most_cells = 100000;  // along an axis

struct Spacing {
  double dz = 0, dx = 0;  // [m] 0: not told
};

Spacing spacing_of(const std::string &text) {
  if (text.empty()) return {};
  const auto n = numbers_between(text, 'x');
  if (n.empty() || n.size() > 2 || !(n.front() > 0) || !(n.back() > 0))
    throw UsageError(fmt::format(
        "--spacing={}: expected the cells in metres, such as 20, or 20x25 (z by x)", text));
  return {n.front(), n.back()};
}

void refuse_what_tells_no_shape(const std::string &path) {
  if (is_grid_file(path)) return;
  const std::string advice = advice_on_foreign_file(path);
  throw FileError(fmt::format(
      "model '{}' is {}", path,
      advice.empty() ? "no .npy, .vti, .rsf, .sgy or .su file, which tell how many cells they "
                       "have: convert it, in NumPy numpy.save('v.npy', array.reshape(NX, NZ))"
                     : advice));
}

// "xz" or "zx": as asked, or as the file tells, or z fastest.
std::string axes_of(const std::string &path, const std::string &asked, const Grid &grid) {
  if (grid.axes.size() != 2)
    throw FileError(
        fmt::format("model '{}' has {} values: migration takes models of two dimensions, z and x",
                    path, sizes_of(grid)));
  if (!asked.empty() && asked != "xz" && asked != "zx")
    throw UsageError(fmt::format("--axes={}: a model of two dimensions has xz or zx", asked));
  if (!asked.empty()) return asked;
  const auto names = names_of(grid);
  const std::string told(names.begin(), names.end());
  if (told != "xz" && told != "zx")
    throw FileError(fmt::format(
        "model '{}' says that its axes are {}: migration takes x and z, see --axes", path, told));
  return told;
}

}  // namespace

MigrationVelocity read_migration_velocity(const CaseOverrides &over, const std::string &spacing) {
  const std::string &path = over.model;
  if (path.empty()) throw UsageError("`ladder migrate` needs --model=FILE, the velocities");
  const Spacing asked = spacing_of(spacing);
  refuse_what_tells_no_shape(path);
  const Grid grid = read_grid(path);
  const std::string axes = axes_of(path, over.axes, grid);
  MigrationVelocity v;
  v.name = std::filesystem::path(path).filename().string();
  v.dz = asked.dz;
  v.dx = asked.dx;
  for (std::size_t i = 0; i < 2; ++i) {
    const Axis &axis = grid.axes[i];
    if (axis.cells > most_cells)
      throw FileError(fmt::format("model '{}' has {} cells along {}, and {} are migrated at most",
                                  path, axis.cells, axes[i], most_cells));
    (axes[i] == 'z' ? v.nz : v.nx) = static_cast<int>(axis.cells);
    double &step = axes[i] == 'z' ? v.dz : v.dx;
    if (step == 0) step = axis.spacing;
  }
  if (v.dz == 0 || v.dx == 0)
    throw UsageError(fmt::format(
        "model '{}' does not tell how large its cells are: give --spacing=20 or --spacing=20x25 "
        "(z by x) in metres",
        path));
  v.values = read_model({path, v.nz, v.nx, 1, over.units, axes, "", v.dz, v.dx, 0}, v.notes);
  v.notes.push_back(fmt::format("model: {} x {} cells (z, x) of {:g} x {:g} m, {} fastest", v.nz,
                                v.nx, v.dz, v.dx, axes[1]));
  return v;
}

}  // namespace ladder
