#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/numbers.h"
#include "harness/formats/foreign_file.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/model.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

Columns columns_of(std::vector<float> model, const CaseFile &file) {
  const auto values = std::make_shared<const std::vector<float>>(std::move(model));
  return [values, nz = file.nz, nx = file.nx](int x, int y, float *column) {
    std::copy_n(values->data() + std::ptrdiff_t{nz} * (x + std::ptrdiff_t{nx} * y), nz, column);
  };
}

// The file of --model, or that of the case, with what the command line says of it in the place of
// the case's words.
std::vector<float> read(const std::string &path, const CaseFile &file, const CaseOverrides &over,
                        WaveCase &c) {
  const auto either = [](const std::string &asked, const std::string &preset) {
    return asked.empty() ? preset : asked;
  };
  ModelRequest request{path, file.nz, file.nx, file.ny, over.units, over.axes, over.endian};
  request.length_units = over.length_units;
  const bool of_case = over.model.empty();
  if (of_case) {
    request.units = either(over.units, file.units);
    request.axes = either(over.axes, file.axes);
    request.endian = either(over.endian, file.endian);
    request.length_units = either(over.length_units, file.length_units);
  }
  if (!of_case || !file.any_spacing) {
    request.dz = file.dz;
    request.dx = file.dx;
    request.dy = file.dy;
  }
  c.model = fs::path(split_array(path).file).filename().string();
  // A case that was made for the model has read it before.
  std::vector<std::string> notes;
  auto values = read_model(request, notes);
  for (const std::string &note : notes)
    if (std::ranges::find(c.notes, note) == c.notes.end()) c.notes.push_back(note);
  return values;
}

void stretch(SaltRecipe &salt, const CaseFile &file, double along_z, double along_x) {
  for (double SaltRecipe::*depth :
       {&SaltRecipe::basement_depth, &SaltRecipe::water_least, &SaltRecipe::water_most,
        &SaltRecipe::layer, &SaltRecipe::salt_top, &SaltRecipe::salt_bottom})
    salt.*depth *= along_z;
  salt.salt_left *= along_x;
  salt.salt_right *= along_x;
  salt.dip *= along_z / along_x;
  salt.nz = file.nz;
  salt.nx = file.nx;
}

}  // namespace

Columns velocity_columns(const CaseFile &file, const CaseOverrides &over, WaveCase &c) {
  if (!over.model.empty()) return columns_of(read(over.model, file, over, c), file);
  if (file.recipe == "file") return columns_of(read(file.model_file, file, over, c), file);
  if (!over.units.empty() || !over.axes.empty() || !over.endian.empty() ||
      !over.length_units.empty())
    throw UsageError(
        "--units, --length-units, --axes and --endian describe a --model, but none is given");
  if (file.recipe == "none")
    throw UsageError(
        fmt::format("case '{}' has no model of its own: give one with --model=FILE", c.name));
  const int nz = file.nz, nx = file.nx, ny = file.ny;
  if (file.recipe == "constant") {
    c.model = fmt::format("constant, {:g} m/s", file.velocity);
    return [nz, v = static_cast<float>(file.velocity)](int, int, float *column) {
      std::fill_n(column, nz, v);
    };
  }
  if (!file.layers.empty()) {
    c.model = fmt::format("{} layers", file.layers.size());
    return [nz, layers = file.layers](int, int, float *column) { fill_layers(layers, nz, column); };
  }
  c.model = "salt, generated";
  if (file.recipe == "salt3d")
    return [nz, nx, ny, recipe = file.salt3d](int x, int y, float *column) {
      fill_salt3d(recipe, nz, nx, ny, x, y, column);
    };
  return columns_of(salt_model(file.salt), file);
}

void resize(CaseFile &file, const std::string &cells) {
  if (file.recipe == "file" || file.recipe == "none")
    throw UsageError(
        fmt::format("--grid={}: the model of {} is not generated, and a file is not stretched",
                    cells, file.shown));
  const std::size_t axes = file.ny > 1 ? 3 : 2;
  std::vector<int> n = grid_of_text(cells, axes);
  n.resize(3, 1);
  if (axes == 3 && n[2] == 1)
    throw UsageError(fmt::format("--grid={}: {} has three dimensions", cells, file.shown));
  const CaseFile old = file;
  file.nz = n[0];
  file.nx = n[1];
  file.ny = n[2];
  for (CaseFile::NamedSource &source : file.sources) {
    source.z = moved_place(source.z, file.dz, file.nz, old.nz);
    source.x = moved_place(source.x, file.dx, file.nx, old.nx);
    source.y = moved_place(source.y, file.dy, file.ny, old.ny);
  }
  file.receiver_z = moved_place(file.receiver_z, file.dz, file.nz, old.nz);
  file.receiver_first =
      std::min(stretched_count(file.receiver_first, file.nx, old.nx), file.nx - 1);
  file.receiver_last =
      file.nx - 1 - stretched_count(old.nx - 1 - old.receiver_last, file.nx, old.nx);
  file.receiver_last = std::max(file.receiver_last, file.receiver_first);
  file.receiver_every = std::max(1, stretched_count(file.receiver_every, file.nx, old.nx));
  for (Layer &layer : file.layers) layer.top *= double(file.nz) / old.nz;
  stretch(file.salt, file, double(file.nz) / old.nz, double(file.nx) / old.nx);
}

}  // namespace ladder
